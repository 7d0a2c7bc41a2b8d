// What would it take? Members, calls, tokens, time and money, usually and at the worst; what is not known is said.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { counted, lasting, listed, money, short } from "@/councils/words";
import type { EstimateRow } from "@/wire/types";
import type { Estimated } from "./asking";
import css from "./convene.module.css";

const isMember = (seat: string): boolean => seat.startsWith("seat-");

export function EstimateLine({ found, onCap }: { found: Estimated; onCap: (dollars: string) => void }) {
  const { row, busy, unweighed } = found;
  return (
    <div className={css["estimate"]} role="status" aria-busy={busy}>
      {row === undefined ? <p>{busy ? "Reckoning what it would take…" : ""}</p> : <Reckoned row={row} />}
      {row !== undefined && row.lacking !== "" && (
        <p className={css["lacking"]}>
          {row.lacking}{" "}
          {row.least !== null && row.lacking_of === "session" && (
            <Button
              onClick={() => {
                onCap(String(row.least));
              }}
            >
              Set the cap to ${row.least}
            </Button>
          )}
        </p>
      )}
      {unweighed && <p>The files are too large to be weighed here: their reading comes on top.</p>}
    </div>
  );
}

/** Both figures, never the typical one alone. */
const costs = (typical: number | null, most: number): string =>
  typical === null ? `at most ${money(most)}` : `typically ${money(typical)}, at most ${money(most)}`;

/** What a cap makes of prices nobody knows. */
function presumption({ presumed, presumed_dollars: part, dollars }: EstimateRow): string {
  if (presumed.length === 0 || dollars === null) return "With a cap it counts as the dearest known model. ";
  return `Under the cap it counts as the dearest known model, which makes ${money(part)} of the ${money(dollars)}. `;
}

/** The form in which the model's endpoint is given a price. */
const priceOf = (model: string): string => `/settings/endpoints/${encodeURIComponent(model.split("/")[0] ?? "")}`;

function Reckoned({ row }: { row: EstimateRow }) {
  const members = row.members.filter((each) => isMember(each.seat)).length;
  const parts = [counted(members, "member"), `~${counted(row.calls, "call")}`];
  if (row.tokens > 0) parts.push(`at most ${short(row.tokens)} tokens`);
  if (row.dollars !== null) parts.push(row.dollars === 0 ? "costs nothing" : costs(row.typical, row.dollars));
  if (row.seconds !== null) parts.push(`≈ ${lasting(row.seconds)}`);
  return (
    <>
      <p>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {row.dollars === null && <strong>price unknown</strong>}
      </p>
      {row.typical !== null && row.typical > 0 && (
        <p className={css["unknown"]}>The typical price is an estimate, {row.basis}; the other one is the bound.</p>
      )}
      {row.unknown.length > 0 && (
        <p className={css["unknown"]}>
          Nobody knows a price for {listed(row.unknown)}. {presumption(row)}Set one in{" "}
          <Link href={priceOf(row.unknown[0] ?? "")}>the settings</Link>.
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
