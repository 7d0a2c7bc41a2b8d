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
    "{parts, plural, =0 {no summary} one {one part of a summary} other {# parts of a summary}}, {notes, plural, =0 {no note} one {one note} other {# notes}}.",
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
  "report-form": {
    Reading: ({ ballot }) => (
      <p className={css["small"]}>
        {formWords(ballot)} {say("What of it holds stands in the report, what was left out in the audit.")}
      </p>
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
      if (lost > 0) given.push(say("{lost} not read", { lost }));
      return given.length === 0
        ? say("{who} voted: nothing.", { who })
        : say("{who} voted: {votes}.", { who, votes: beside(given) });
    },
  },
};
