// What would it take? Members, calls, tokens, money and time at the worst, in one line; what is not known is said.
import { Link } from "wouter";
import { counted, lasting, listed, money, short } from "@/councils/words";
import type { EstimateRow } from "@/wire/types";
import type { Estimated } from "./asking";
import css from "./convene.module.css";

const isMember = (seat: string): boolean => seat.startsWith("seat-");

export function EstimateLine({ found }: { found: Estimated }) {
  const { row, busy, unweighed } = found;
  return (
    <div className={css["estimate"]} role="status" aria-busy={busy}>
      {row === undefined ? <p>{busy ? "Reckoning what it would take…" : ""}</p> : <Reckoned row={row} />}
      {unweighed && <p>The files are too large to be weighed here: their reading comes on top.</p>}
    </div>
  );
}

function Reckoned({ row }: { row: EstimateRow }) {
  const members = row.members.filter((each) => isMember(each.seat)).length;
  const parts = [counted(members, "member"), `~${counted(row.calls, "call")}`];
  if (row.tokens > 0) parts.push(`at most ${short(row.tokens)} tokens`);
  if (row.dollars !== null) parts.push(row.dollars === 0 ? "costs nothing" : `at most ${money(row.dollars)}`);
  if (row.seconds !== null) parts.push(`≈ ${lasting(row.seconds)}`);
  return (
    <>
      <p>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {row.dollars === null && <strong>price unknown</strong>}
      </p>
      {row.unknown.length > 0 && (
        <p className={css["unknown"]}>
          Nobody knows a price for {listed(row.unknown)}. Set one in{" "}
          <Link href="/settings/endpoints">the settings</Link>, or set a cap: it then counts as the dearest known model.
        </p>
      )}
      {row.notes.map((note) => (
        <p key={note} className={css["unknown"]}>
          {note}
        </p>
      ))}
    </>
  );
}
