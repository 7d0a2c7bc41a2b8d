// What stands in prompts for the turns that do not go along whole? A summary by the chair, or what came of it.
import { Link } from "wouter";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say, Say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";

const SUMMARY = "history/chair";

/** The summary, folded; nothing while there is none. */
export function Summary() {
  const carried = useMoment(({ state }) => state.question.carried);
  const move = useMoment(({ state }) => state.moves[SUMMARY]);
  const { id } = useSteering();
  if (carried === null) return null;
  const { before, summarise, summary, source, longest } = carried;
  if (summarise === 0)
    return (
      <Disclosure
        title={say("A summary of {turns}", { turns: turnsWords(1, before) })}
        note={say("in place of these turns")}
      >
        <Markdown text={summary} />
        <p className="muted small light">
          <Say
            text="The chair wrote it in <link>an earlier session</link>; every member reads it."
            tags={{ link: (words) => (id === null ? words : <Link href={`/s/${source}`}>{words}</Link>) }}
          />
        </p>
      </Disclosure>
    );
  if (move?.state !== "spoke") return null;
  return (
    <Disclosure
      title={say("A summary of {turns}, written by the chair", { turns: turnsWords(1, before + summarise) })}
      note={say("in place of these turns")}
    >
      <Markdown text={move.text} />
      {longest > 0 && (
        <p className="muted small light">
          {say("The chair read the first {bytes, number} bytes of each text.", { bytes: longest })}
        </p>
      )}
    </Disclosure>
  );
}

/** That it is being written, or could not be: told without being unfolded. */
export function SummaryTold() {
  const carried = useMoment(({ state }) => state.question.carried);
  const move = useMoment(({ state }) => state.moves[SUMMARY]);
  const begun = useMoment(({ state }) => state.entered.length > 0);
  if (carried === null || carried.summarise === 0 || move?.state === "spoke") return null;
  const { before, summarise } = carried;
  const last = before + summarise;
  if (move?.state === "failed" || move?.state === "late" || begun)
    return (
      <p role="status" className="muted small light">
        <Coded
          text={
            move === undefined
              ? say("No summary of {turns} could be written: their beginnings go along instead, cut with a mark.", {
                  turns: turnsWords(before + 1, last),
                })
              : say(
                  "No summary of {turns} could be written ({cause}): their beginnings go along instead, cut with a mark.",
                  { turns: turnsWords(before + 1, last), cause: move.cause },
                )
          }
        />
      </p>
    );
  return (
    <p role="status" className="muted small light">
      {say("The chair summarises {turns}, which do not fit what every member reads.", {
        turns: turnsWords(1, last),
      })}
    </p>
  );
}

const turnsWords = (first: number, last: number): string =>
  first === last
    ? say("turn {first, number}", { first })
    : say("turns {first, number} to {last, number}", { first, last });
