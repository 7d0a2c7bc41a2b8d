// Does the page show a tier by the votes given, scores that can be read?
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { FindingCard } from "@/findings/FindingCard";
import { scoreWords } from "@/findings/figures";
import { SessionContext } from "@/hooks/session";
import { latest } from "@/playback/found";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { STATUS } from "@/protocols/adjudication/places";
import { openWords } from "@/protocols/claim_vote/voting";
import type { FindingOf } from "@/wire/types";
import { golden } from "../../golden";

const made = (): FindingOf<"tiers"> => {
  const player = new Player();
  player.open(recorded(golden("claim-vote")));
  player.seekCount(player.log.length);
  const found = latest(player.moment().state.findings, "tiers");
  if (found === null) throw new Error("The golden session has no tiers.");
  return found;
};

test("what missing votes could make is beside the tier", () => {
  const [first] = made().claims;
  if (first === undefined) throw new Error("no claim");
  const one = { ...first, tier: "HIGH" as const, votes: 6, abstained: 0, missing: 1 };
  const high = { ...one, could_be: { MEDIUM: ["reject" as const, "strongly_reject" as const] } };
  const words = "high by 6 of 7 votes; medium if the missing voter rejects or strongly rejects.";
  expect(openWords(high)).toBe(words);
  expect(openWords({ ...one, missing: 2, could_be: { CONTESTED: [], MEDIUM: [] } })).toBe(
    "high by 6 of 8 votes; contested or medium possible with the missing votes.",
  );
  expect(openWords({ ...one, could_be: {} })).toBe("high by 6 of 7 votes.");
  expect(openWords({ ...one, missing: 0, could_be: {} })).toBe("");
  const player = new Player();
  player.open(recorded(golden("claim-vote")));
  const { container } = render(
    <SessionContext value={player}>
      <FindingCard
        made={{ key: "votes/tiers", stage: "votes", name: "tiers", finding: { ...made(), claims: [high] } }}
      />
    </SessionContext>,
  );
  expect(container.textContent).toContain(words);
});

test("a score that nobody can read is not shown", () => {
  const of = { asked: 4, counted: 2, own_weight: {} } as unknown as FindingOf<"standing">;
  const place = { votes: 2, score: -0.06 } as unknown as FindingOf<"standing">["places"][number];
  expect(scoreWords(place, of)).toBe("judged by 2 of 4");
  expect(scoreWords({ ...place, votes: 3 }, of)).toBe("0\u00a0%");
});

test("a confirmed finding is bad news", () => {
  expect(STATUS.confirmed.tone).toBe("bad");
});
