"""Honest and false sentences about one vote.

Of four claims the first two are HIGH, the third is CONTESTED and the fourth REJECTED. Of the false ones `WRONG` holds a
wrong number, tier or id, which code alone has to strike; `TIED` has none of these, so that auditors have to.
"""

from __future__ import annotations

from protocols.claim_vote.claimants import sentence

VOTES = {"claim-01": "2221", "claim-02": "2211", "claim-03": "22bb", "claim-04": "abab"}
ONE, TWO, THREE, FOUR = "claim-01 HIGH", "claim-02 HIGH", "claim-03 CONTESTED", "claim-04 REJECTED"

HONEST = [
    sentence("The invoice service should be split off first.", ONE),
    sentence("4 of 4 members are for splitting the invoice service first.", ONE, in_favour=4, members=4),
    sentence("3 members approve of it strongly and 1 approves.", ONE, strongly_approve=3, approve=1),
    sentence("Its mean is 1.75.", ONE, mean=1.75),
    sentence("claim-01 is HIGH.", ONE),
    sentence("Costs may rise by 20 % in 2 years.", TWO),
    sentence("All 4 voters see the risk of rising costs.", TWO, voters=4),
    sentence("The risk of rising costs reached HIGH with a mean of 1.5.", TWO, mean=1.5),
    sentence("Nobody voted against the risk of rising costs: 0 votes.", TWO, against=0),
    sentence("The council is divided on moving to one cloud.", THREE),
    sentence("On one cloud it is split 2 to 2.", THREE, in_favour=2, against=2),
    sentence("claim-03 is CONTESTED: 2 approve strongly.", THREE, strongly_approve=2),
    sentence("The deviation of the votes on one cloud is 2.", THREE, sd=2),
    sentence("The council rejects hiring 3 people.", FOUR),
    sentence("4 members are against hiring.", FOUR, against=4),
    sentence("Hiring is REJECTED with a mean of -1.5.", FOUR, mean=-1.5),
    sentence("2 of them reject it strongly.", FOUR, strongly_reject=2),
    sentence("The invoice service comes first, although costs may rise.", ONE, TWO),
    sentence("It agrees on the invoice service and is divided on one cloud.", ONE, THREE),
    sentence("Of the claims it neither moves to one cloud with agreement nor hires.", THREE, FOUR),
    sentence("4名成员中有4名赞成首先拆分发票服务。", ONE, in_favour=4, members=4),
    sentence("关于claim-01的结果是HIGH。", ONE),
    sentence("全部4名投票者都认为成本有上升的风险。", TWO, voters=4),
    sentence("成本上升的风险达到HIGH，平均值为1.5。", TWO, mean=1.5),
    sentence("4名成员反对招聘。", FOUR, against=4),
]
WRONG = [
    sentence("3 of 4 members are for it.", ONE, in_favour=3, members=4),
    sentence("Its mean is 1.25.", ONE, mean=1.25),
    sentence("7 members approve of it.", ONE),
    sentence("Costs may rise by 30 %.", TWO),
    sentence("Costs may rise within 5 years.", TWO),
    sentence("On one cloud it is split 3 to 1.", THREE, in_favour=3, against=1),
    sentence("Hiring has a mean of 1.5.", FOUR, mean=1.5),
    sentence("claim-01 is CONTESTED.", ONE),
    sentence("One cloud reached HIGH.", THREE),
    sentence("The council agrees on one cloud.", "claim-03 HIGH"),
    sentence("It is divided on hiring.", "claim-04 CONTESTED"),
    sentence("claim-09 comes first.", ONE),
    sentence("A data lake should be built.", "claim-07 HIGH"),
    sentence("The council is happy."),
]
TIED = [
    sentence("The payment service should be split off first.", ONE),
    sentence("Every member approves of it strongly.", ONE, THREE),
    sentence("Costs will fall.", TWO, THREE),
    sentence("The company should move to one cloud.", THREE),
    sentence("Hiring is the best way.", FOUR, THREE),
    sentence("Splitting it off makes costs rise.", ONE, TWO, THREE),
]
