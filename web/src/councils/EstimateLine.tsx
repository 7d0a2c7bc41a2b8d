// The price of a question on one basis, with its limit; calls, tokens and where the figures come from are folded behind it.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { money } from "./money";
import { Coded } from "@/controls/Coded";
import { say, Say } from "@/language/say";
import type { EstimateRow } from "@/wire/types";
import { plainAmount, type Estimated } from "./estimating";
import { Guessed } from "./Guessed";
import { PriceBasis } from "./PriceBasis";
import { Unready } from "./Unready";
import { lasting, short } from "./words";
import css from "./councils.module.css";

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
    <div className="stack tight muted touch pad-x" role="status" aria-busy={busy}>
      {row === undefined ? <p>{busy ? say("Working out what it would take…") : ""}</p> : <Reckoned row={row} />}
      {row !== undefined && tooLittle !== "" && row.least !== null && (
        <p className="warning" tabIndex={-1} data-too-little>
          {tooLittle} <SetLeast least={row.least} onCap={onCap} />
        </p>
      )}
      {row !== undefined && row.lacking_of === "day" && (
        <p className="warning">
          <Coded text={row.lacking} />
        </p>
      )}
      {row !== undefined && <Unready lines={row.unready} />}
      {unweighed && <p>{say("The files are too large to be weighed here: their reading comes on top.")}</p>}
    </div>
  );
}

/** One press takes the smallest budget that works. */
function SetLeast({ least, onCap }: { least: number; onCap: (dollars: string) => void }) {
  return (
    <Button
      onClick={() => {
        onCap(plainAmount(least));
      }}
    >
      {say("Set the budget to {amount}", { amount: money(least) })}
    </Button>
  );
}

/** Both figures, never the typical one alone. */
function priceOf({ dollars, typical, at_most, included }: EstimateRow): string {
  const limit = at_most ?? dollars; // the budget, where that is less: as the terminal says
  if (limit === null || dollars === null) return say("Price unknown");
  if (included) return say("Included in your subscription");
  if (dollars === 0) return say("Costs nothing");
  return typical === null
    ? say("Limit {most}", { most: money(limit) })
    : say("About {typical}, limit {most}", { typical: money(typical), most: money(limit) });
}

/** What a budget makes of prices nobody knows. */
function presumption({ presumed, presumed_dollars: part, dollars }: EstimateRow): string {
  if (presumed.length === 0 || dollars === null) return say("With a budget it counts as the dearest known model.");
  return say("Under the budget it counts as the dearest known model, which makes {part} of the {whole}.", {
    part: money(part),
    whole: money(dollars),
  });
}

/** The form in which the model's endpoint is given a price. */
const priceForm = (model: string): string => `/settings/endpoints/${encodeURIComponent(model.split("/")[0] ?? "")}`;

function Reckoned({ row }: { row: EstimateRow }) {
  const members = row.members.filter((each) => isMember(each.seat)).length;
  const parts = [
    say("{members, plural, one {# member} other {# members}}", { members }),
    say("~{calls, plural, one {# call} other {# calls}}", { calls: row.calls }),
  ];
  if (row.tokens > 0) parts.push(say("at most {tokens} tokens", { tokens: short(row.tokens) }));
  const basis = (
    <PriceBasis row={row}>
      {presumption(row)}{" "}
      <Say
        text="Set one in <link>the settings</link>."
        tags={{ link: (words) => <Link href={priceForm(row.unknown[0] ?? "")}>{words}</Link> }}
      />
    </PriceBasis>
  );
  return (
    <>
      <details className={css["price"]}>
        <summary>
          <span className="dotted">
            <span>{priceOf(row)}</span>
            {row.seconds !== null && <span>{say("about {time}", { time: lasting(row.seconds) })}</span>}
          </span>
        </summary>
        <p className="dotted">
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
        {row.seconds !== null && <Guessed models={row.untimed} />}
        {row.unknown.length === 0 && basis}
      </details>
      {row.unknown.length > 0 && basis}
      {row.notes.map((note) => (
        <p key={note}>
          <Coded text={note} />
        </p>
      ))}
    </>
  );
}
