// How do the ballots of a vote on claims read, and how is each told in a sentence?
import { Chip } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { Everyone, Told, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { say } from "@/language/say";
import { beside, namesOf } from "@/transcript/wording";
import type { Schemas } from "@/wire/types";
import { claimTitle, KINDS, LEVEL_ORDER, LEVELS, reasonWords, sureWords } from "./voting";

const formWords = ({ summary, notes }: Schemas["ReportForm"]): string =>
  say(
    "{parts, plural, =0 {no summary} one {one sentence of a summary} other {# sentences of a summary}}, {notes, plural, =0 {no note} one {one note} other {# notes}}.",
    { parts: summary.length, notes: notes.length },
  );

export const ballots: ReadBallots = {
  reviews: {
    Reading: ({ ballot: { reviews } }) => (
      <ul className={css["list"]}>
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
      <ol className={css["list"]}>
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
      <ul className={css["list"]}>
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
  "report-form": {
    Reading: ({ ballot: { summary, notes } }) => (
      <ul className={css["list"]}>
        {summary.map(({ text, claims }, at) => (
          <li key={at}>
            <span lang="">{text}</span>{" "}
            <span className={css["quiet"]}>
              {claims.length === 0 ? say("names no claim") : claims.map(claimTitle).join(", ")}
            </span>
          </li>
        ))}
        {notes.map(({ claim, text }, at) => (
          <Told key={at} name={claimTitle(claim)} text={text} />
        ))}
      </ul>
    ),
    tell: (ballot, who) => say("{who} filled in the form of the report: {parts}", { who, parts: formWords(ballot) }),
  },
  "claim-votes": {
    Reading: ({ ballot: { votes, unread } }) => (
      <ul className={css["list"]}>
        {Object.entries(votes)
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([claim, vote]) => (
            <li key={claim}>
              <Chip tone={LEVELS[vote.level].chip} title={LEVELS[vote.level].title}>
                {LEVELS[vote.level].sign}
              </Chip>{" "}
              <b>{claimTitle(claim)}</b> <span className={css["quiet"]}>{sureWords(vote)}</span>{" "}
              <span lang="">{reasonWords(vote.reason)}</span>
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
