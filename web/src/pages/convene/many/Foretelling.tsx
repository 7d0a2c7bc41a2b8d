// What would many questions take, and what could they show? Told before anything is spent.
import { Coded } from "@/controls/Coded";
import { costText, money } from "@/councils/money";
import { PriceBasis } from "@/councils/PriceBasis";
import { say } from "@/language/say";
import { decimal, number } from "@/language/written";
import type { Foretold, StudyEstimate } from "./asking";
import css from "./many.module.css";

export function Foretelling({ found, empty }: { found: Foretold; empty: boolean }) {
  const { row, busy, stale } = found;
  return (
    <div className="stack tight muted" role="status" aria-busy={busy}>
      {row === undefined ? (
        <p>
          {busy
            ? say("Working out what it would take…")
            : empty
              ? say(
                  "Write questions or choose a set of them: what they would cost is told here before anything is asked.",
                )
              : ""}
        </p>
      ) : (
        <>
          {stale && <p>{say("This is of what was here before; it is being worked out anew.")}</p>}
          <div data-stale={stale || undefined}>
            <Told row={row} />
          </div>
        </>
      )}
    </div>
  );
}

function Told({ row }: { row: StudyEstimate }) {
  return (
    <>
      {row.reach.questions > 0 && (
        <>
          <p className="row ink">
            {partsOf(row).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
          <PriceBasis row={row.reaches === null && row.lacking === "" ? row : { ...row, basis: "" }} />
          <p>{showsOf(row)}</p>
        </>
      )}
      {row.reaches !== null && <p>{reachWords(row, row.reaches)}</p>}
      {row.lacking !== "" && (
        <p className={`${css["fault"]} bad`}>
          <Coded text={row.lacking} />
        </p>
      )}
    </>
  );
}

/** How far a budget comes that begins sessions, but usually does not finish all of them. */
const reachWords = ({ sessions, typical, suffices }: StudyEstimate, reaches: number): string =>
  reaches === 0
    ? say("The budget is less than one session usually costs, {one}: it may finish none of {sessions}.", {
        one: money((typical ?? 0) / sessions),
        sessions: number(sessions),
      })
    : say(
        "The budget will finish about {reaches} of {sessions} sessions, which usually cost {typical} together; the others are left, and can be gone on with. {enough} usually suffices for all: some has to be free before each begins.",
        {
          reaches: number(reaches),
          sessions: number(sessions),
          typical: money(typical ?? 0),
          enough: money(suffices ?? 0),
        },
      );

function partsOf(row: StudyEstimate): string[] {
  const { sessions, calls, typical, most } = row;
  const { questions } = row.reach;
  // Under a budget that does not reach them all, what they usually cost is told with how far it comes.
  const within = typical !== null && most !== null && typical > most ? null : typical;
  return [
    say("{questions, plural, one {# question} other {# questions}}", { questions }),
    say("{sessions, plural, one {# session} other {# sessions}}", { sessions }),
    say("~{calls, plural, one {# call} other {# calls}}", { calls }),
    costText(within, most),
  ];
}

/** What a study of this size can show, in multiples of a spread that nobody knows before there are answers. */
function showsOf({ fewest, reach, computed, measured }: StudyEstimate): string {
  const { questions, domains, least_p, tells, spreads: shown } = reach;
  if (!measured)
    return say(
      "Deliberating like this scores no answer: each question has its answer, and no figure will compare them. Adjudication scores each.",
    );
  if (questions < fewest)
    return say("Figures need at least {fewest} questions; each question has its answer all the same.", {
      fewest: number(fewest),
    });
  if (!tells)
    return say("A difference to another arm cannot be told from chance, however large it is: {reason}.", {
      reason:
        domains > 0
          ? say("{domains, plural, one {# domain} other {# domains}}; the least p is {least}", {
              domains,
              least: decimal(least_p, 3),
            })
          : say("{questions, plural, one {# question} other {# questions}}; the least p is {least}", {
              questions,
              least: decimal(least_p, 3),
            }),
    });
  if (!computed || shown === null) return say("What a study of this size can show is not computed here.");
  if (domains > 0)
    return say(
      "Compared with another arm of the same size, it can show a difference of {shown} times its spread from domain to domain, of which there are {domains}; that spread is known once answers are there.",
      { shown: decimal(shown, 2), domains: number(domains) },
    );
  return say(
    "Compared with another arm of the same size, it can show a difference of {shown} times its spread from question to question, which is known once answers are there.",
    { shown: decimal(shown, 2) },
  );
}
