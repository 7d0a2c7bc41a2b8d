// What is kept, and what may the rest cost? Said before anything is asked; a price nobody knows is said to be unknown.
import { Refusal } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Guessed } from "@/councils/Guessed";
import { costText } from "@/councils/money";
import { PriceBasis } from "@/councils/PriceBasis";
import { Unready } from "@/councils/Unready";
import { lasting, money, titled } from "@/councils/words";
import { say } from "@/language/say";
import type { Problem, Schemas } from "@/wire/types";

type Row = Schemas["AgainRow"];

interface Given {
  row: Row | undefined;
  lacking: string;
  busy: boolean;
  problem: Problem | null;
  /** The model that was typed, and what takes another in its place. */
  typed?: string | undefined;
  onTake?: ((model: string) => void) | undefined;
}

export function Price({ row, lacking, busy, problem, typed, onTake }: Given) {
  if (problem !== null) return <Refusal problem={problem} />;
  return (
    <div role="status" className="sunk wrap" aria-busy={busy}>
      {row === undefined ? (
        <p>{lacking === "" ? say("Working out what it costs …") : lacking}</p>
      ) : (
        <Told {...{ row, typed, onTake }} />
      )}
    </div>
  );
}

function Told({ row, typed, onTake }: Pick<Given, "typed" | "onTake"> & { row: Row }) {
  return (
    <>
      <p>
        <strong>{keptText(row)}</strong>
      </p>
      <p>{askedText(row)}</p>
      {row.seconds !== null && <Guessed models={row.untimed} />}
      <PriceBasis row={row} className="muted small" />
      <Unready lines={row.unready} typed={typed} onTake={onTake} />
      {row.notes.map((note) => (
        <p key={note} className="muted small">
          <Coded text={note} />
        </p>
      ))}
    </>
  );
}

function askedText({ calls, stage, seconds, reuses, ...row }: Row): string {
  if (calls === 0) return say("Nobody is asked again.");
  const values = { calls, stage: titled(stage), cost: costOf(row) };
  if (reuses)
    return say(
      "At most {calls, plural, one {# call} other {# calls}} from {stage} on, {cost}; a call is made again only where it would be asked differently now",
      values,
    );
  return seconds === null
    ? say("{calls, plural, one {# call} other {# calls}} from {stage} on, {cost}", values)
    : say("{calls, plural, one {# call} other {# calls}} from {stage} on, {cost}, about {time}", {
        ...values,
        time: lasting(seconds),
      });
}

function keptText({ kept, worth }: Row): string {
  if (kept === 0) return say("Nothing that was said is kept.");
  if (worth === null || worth === 0)
    return say("{kept, plural, one {# answer is} other {# answers are}} kept and not asked again.", { kept });
  return say("{kept, plural, one {# answer is} other {# answers are}} kept, for which {paid} was paid.", {
    kept,
    paid: money(worth),
  });
}

function costOf({ dollars, typical, at_most }: Pick<Row, "dollars" | "typical" | "at_most">): string {
  return costText(typical, dollars === null || dollars === 0 ? dollars : (at_most ?? dollars)); // its budget, where less
}
