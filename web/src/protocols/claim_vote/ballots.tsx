// How do the ballots of a vote on claims read, and how is each told in a sentence?
import { Chip } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { Everyone, Told, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { beside, namesOf } from "@/transcript/wording";
import { claimTitle, KINDS, LEVEL_ORDER, LEVELS, reasonWords, sureWords } from "./voting";

const FOLLOWS = { yes: say("follows"), no: say("does not follow"), more: say("says more than the votes") };

export const ballots: ReadBallots = {
  reviews: {
    Reading: ({ ballot: { reviews } }) => (
      <ul className={`${css["list"]} stack`}>
        {Object.entries(reviews).map(([seat, { strong, weak }]) => (
          <li key={seat}>
            <Who seat={seat} />
            <Told name={say("Sound")} text={strong} />
            <Told name={say("Weak")} text={weak} />
          </li>
        ))}
      </ul>
    ),
    tell: ({ reviews }, who, looks) =>
      say("{who} reviewed {names}.", { who, names: namesOf(looks, Object.keys(reviews)) }),
  },
  "claim-drafts": {
    Reading: ({ ballot: { claims } }) => (
      <ol className={`${css["list"]} stack`}>
        {claims.map(({ text, kind, spans }, at) => (
          <li key={at}>
            <Chip>{KINDS[kind]}</Chip> <span lang="">{text}</span>{" "}
            <Everyone seats={[...new Set(spans.map(({ source }) => source))]} />
          </li>
        ))}
      </ol>
    ),
    tell: ({ claims }, who) =>
      say("{who} drew {claims, plural, one {one claim} other {# claims}} from the opinions.", {
        who,
        claims: claims.length,
      }),
  },
  "claim-relations": {
    Reading: ({ ballot: { same, contradicting } }) => (
      <ul className={`${css["list"]} stack`}>
        {same.map(({ one, other }, at) => (
          <li key={`same ${String(at)}`}>
            <Chip>{say("the same")}</Chip> {claimTitle(one)}, {claimTitle(other)}
          </li>
        ))}
        {contradicting.map(({ one, other }, at) => (
          <li key={`contradicting ${String(at)}`}>
            <Chip>{say("contradicting")}</Chip> {claimTitle(one)}, {claimTitle(other)}
          </li>
        ))}
      </ul>
    ),
    tell: ({ same, contradicting }, who) =>
      say(
        "{who} compared the claims: {same, plural, =0 {none the same} one {one pair the same} other {# pairs the same}}, {contradicting, plural, =0 {none contradicting} one {one pair contradicting} other {# pairs contradicting}}.",
        { who, same: same.length, contradicting: contradicting.length },
      ),
  },
  "search-plan": {
    Reading: ({ ballot: { query } }) => <p lang="">{query}</p>,
    tell: ({ query }, who) => say("{who} looks for “{query}”.", { who, query }),
  },
  "report-prose": {
    Reading: ({ ballot: { answer, summary } }) => (
      <ul className={`${css["list"]} stack`}>
        {[...answer, ...summary].map(({ text, rests_on }, at) => (
          <li key={at}>
            <span lang="">{text}</span>{" "}
            <span className="muted">
              {rests_on.length === 0
                ? say("names no claim")
                : rests_on.map(({ claim }) => claimTitle(claim)).join(", ")}
            </span>
          </li>
        ))}
      </ul>
    ),
    tell: ({ answer, summary }, who) =>
      say("{who} wrote the answer: {sentences, plural, one {one sentence} other {# sentences}}.", {
        who,
        sentences: answer.length + summary.length,
      }),
  },
  "prose-check": {
    Reading: ({ ballot: { sentences } }) => (
      <ul className={`${css["list"]} stack`}>
        {Object.entries(sentences).map(([sentence, { follows, figure }]) => (
          <li key={sentence}>
            <Chip tone={follows === "yes" ? "good" : "bad"}>{FOLLOWS[follows]}</Chip> <b>{titleOf(sentence)}</b>{" "}
            <span lang="">{figure}</span>
          </li>
        ))}
      </ul>
    ),
    tell: ({ sentences }, who) =>
      say("{who} judged {sentences, plural, one {one sentence} other {# sentences}} of the report.", {
        who,
        sentences: Object.keys(sentences).length,
      }),
  },
  "claim-votes": {
    Reading: ({ ballot: { votes, unread } }) => (
      <ul className={`${css["list"]} stack`}>
        {Object.entries(votes)
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([claim, vote]) => (
            <li key={claim}>
              <Chip tone={LEVELS[vote.level].chip} title={LEVELS[vote.level].title}>
                {LEVELS[vote.level].sign}
              </Chip>{" "}
              <b>{claimTitle(claim)}</b> <span className="muted">{sureWords(vote)}</span>{" "}
              <span lang="">{reasonWords(vote.reason)}</span>{" "}
              {vote.supported === "no" && <Chip tone="bad">{say("its quotation does not support it")}</Chip>}
            </li>
          ))}
        {Object.entries(unread).map(([claim, why]) => (
          <li key={claim}>
            <Chip>{say("not read")}</Chip> <b>{claimTitle(claim)}</b> {why}.
          </li>
        ))}
      </ul>
    ),
    tell: ({ votes, unread }, who) => {
      const levels = Object.values(votes).map(({ level }) => level);
      const given = LEVEL_ORDER.flatMap((level) => {
        const of = levels.filter((each) => each === level).length;
        return of === 0 ? [] : [LEVELS[level].counted(of)];
      });
      const lost = Object.keys(unread).length;
      if (lost > 0) given.push(say("{lost, number} not read", { lost }));
      return given.length === 0
        ? say("{who} voted: nothing.", { who })
        : say("{who} voted: {votes}.", { who, votes: beside(given) });
    },
  },
};
