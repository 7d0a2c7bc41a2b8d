// What would it take? Members, calls, tokens, time and money, usually and at the worst; what is not known is said.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Unready } from "@/councils/Unready";
import { lasting, listed, money, short } from "@/councils/words";
import { locale, say, Say } from "@/language/say";
import type { EstimateRow, SessionBody } from "@/wire/types";
import { told } from "@/language/told";
import type { Estimated } from "./asking";
import css from "./convene.module.css";

const isMember = (seat: string): boolean => seat.startsWith("seat-");

interface Given {
  found: Estimated;
  /** Why nothing can begin with the budget that was set; empty where it can. */
  tooLittle: string;
  onCap: (dollars: string) => void;
}

export function EstimateLine({ found, tooLittle, onCap }: Given) {
  const { row, busy, unweighed } = found;
  return (
    <div className={css["estimate"]} role="status" aria-busy={busy}>
      {row === undefined ? <p>{busy ? say("Working out what it would take…") : ""}</p> : <Reckoned row={row} />}
      {row !== undefined && tooLittle !== "" && row.least !== null && (
        <p className={css["lacking"]}>
          {tooLittle} <SetLeast least={row.least} onCap={onCap} />
        </p>
      )}
      {row !== undefined && row.lacking_of === "day" && <p className={css["lacking"]}>{told(row.lacking)}</p>}
      {row !== undefined && <Unready lines={row.unready} />}
      {unweighed && <p>{say("The files are too large to be weighed here: their reading comes on top.")}</p>}
    </div>
  );
}

/** Why nothing can begin with this budget; empty where it can, or nobody can say. */
export function tooLittleOf({ budget }: SessionBody, row: EstimateRow | undefined): string {
  const least = row?.least ?? null;
  if (row === undefined || least === null) return "";
  // With none here that of the settings holds, which the server alone knows.
  if (typeof budget !== "number") return row.lacking_of === "session" ? told(row.lacking) : "";
  if (budget >= least) return "";
  return say("A budget of {budget} is too small: at least {least} is needed to begin.", {
    budget: bare.format(budget),
    least: bare.format(least),
  });
}

/** What the smallest budget is, in words; empty where nobody can say, or nothing costs anything. */
export const leastWords = (least: number | null): string =>
  least === null || least === 0 ? "" : say("The smallest that works now is {least}.", { least: bare.format(least) });

/** One press takes the smallest budget that works. */
export function SetLeast({ least, onCap }: { least: number; onCap: (dollars: string) => void }) {
  return (
    <Button
      onClick={() => {
        onCap(plainAmount(least));
      }}
    >
      {say("Set the budget to {amount}", { amount: bare.format(least) })}
    </Button>
  );
}

/** As it is typed: never with an exponent. */
const plainAmount = (dollars: number): string => dollars.toFixed(9).replace(/\.?0+$/, "");

/** An amount as it is entered, to its last digit. */
const bare = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  minimumFractionDigits: 0,
  maximumFractionDigits: 9,
  useGrouping: false,
});

/** Both figures, never the typical one alone. */
const costs = (typical: number | null, most: number): string =>
  typical === null
    ? say("at most {most}", { most: money(most) })
    : say("typically {typical}, at most {most}", { typical: money(typical), most: money(most) });

/** What a cap makes of prices nobody knows. */
function presumption({ presumed, presumed_dollars: part, dollars }: EstimateRow): string {
  if (presumed.length === 0 || dollars === null) return say("With a budget it counts as the dearest known model.");
  return say("Under the budget it counts as the dearest known model, which makes {part} of the {whole}.", {
    part: money(part),
    whole: money(dollars),
  });
}

/** The form in which the model's endpoint is given a price. */
const priceOf = (model: string): string => `/settings/endpoints/${encodeURIComponent(model.split("/")[0] ?? "")}`;

function Reckoned({ row }: { row: EstimateRow }) {
  const members = row.members.filter((each) => isMember(each.seat)).length;
  const parts = [
    say("{members, plural, one {# member} other {# members}}", { members }),
    say("~{calls, plural, one {# call} other {# calls}}", { calls: row.calls }),
  ];
  if (row.tokens > 0) parts.push(say("at most {tokens} tokens", { tokens: short(row.tokens) }));
  if (row.dollars !== null) parts.push(row.dollars === 0 ? say("costs nothing") : costs(row.typical, row.dollars));
  if (row.seconds !== null) parts.push(`≈ ${lasting(row.seconds)}`);
  return (
    <>
      <p>
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {row.dollars === null && <strong>{say("price unknown")}</strong>}
      </p>
      {row.typical !== null && row.typical > 0 && (
        <p className={css["unknown"]}>
          {say("The typical price is an estimate, {basis}; the other one is the bound.", { basis: told(row.basis) })}
        </p>
      )}
      {row.unknown.length > 0 && (
        <p className={css["unknown"]}>
          {say("Nobody knows a price for {models}.", { models: listed(row.unknown) })} {presumption(row)}{" "}
          <Say
            text="Set one in <link>the settings</link>."
            tags={{ link: (words) => <Link href={priceOf(row.unknown[0] ?? "")}>{words}</Link> }}
          />
        </p>
      )}
      {row.notes.map((note) => (
        <p key={note} className={css["unknown"]}>
          {told(note)}
        </p>
      ))}
    </>
  );
}
