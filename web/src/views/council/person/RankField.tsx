// In which order are the answers? A list whose rows are moved by buttons; two may be tied.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/controls/Button";
import { say } from "@/language/say";
import { titleOf, type Filled } from "./ballotShape";

interface Given {
  title: string;
  labels: readonly string[];
  value: Filled;
  error: string | undefined;
  onChange: (places: Record<string, number>) => void;
}

interface Row {
  label: string;
  /** Whether it shares the place of the row above. */
  tied: boolean;
}

/** The rows of an order, best first. */
export function rowsOf(labels: readonly string[], value: Filled): Row[] {
  const place = (label: string): number => {
    const at = typeof value === "object" && !Array.isArray(value) ? value[label] : undefined;
    return typeof at === "number" ? at : labels.indexOf(label) + 1;
  };
  const order = [...labels].sort((one, other) => place(one) - place(other));
  return order.map((label, at) => {
    const above = order[at - 1];
    return { label, tied: above !== undefined && place(above) === place(label) };
  });
}

/** The place of each label: those that are tied share one. */
export function placesOf(rows: readonly Row[]): Record<string, number> {
  const places: Record<string, number> = {};
  let place = 0;
  rows.forEach(({ label, tied }, at) => {
    if (!tied || at === 0) place = at + 1;
    places[label] = place;
  });
  return places;
}

/** The rows with one moved elsewhere; it is tied to nothing there. */
export function movedTo(rows: readonly Row[], from: number, to: number): Row[] {
  const kept = rows.map((row, at) => (at === from + 1 && rows[from]?.tied === false ? { ...row, tied: false } : row));
  const [row] = kept.splice(from, 1);
  if (row === undefined) return kept;
  kept.splice(to, 0, { ...row, tied: false });
  return kept;
}

export function RankField({ title, labels, value, error, onChange }: Given) {
  const rows = rowsOf(labels, value);
  const places = placesOf(rows);
  const [said, tell] = useState("");
  const id = useId();
  const move = (from: number, to: number): void => {
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length) return;
    onChange(placesOf(movedTo(rows, from, to)));
    tell(
      say("{answer}: place {place, number} of {places, number}.", {
        answer: titleOf(row.label),
        place: to + 1,
        places: rows.length,
      }),
    );
  };
  return (
    <fieldset className="stack box slim" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{say("{title}: best first", { title })}</legend>
      <ol className={"stack tight"}>
        {rows.map(({ label, tied }, at) => (
          <li key={label} className="row pad outlined rounded-s on-raised">
            <span>{places[label]}</span>
            <b>{titleOf(label)}</b>
            {at > 0 && (
              <label className="muted small">
                <input
                  type="checkbox"
                  checked={tied}
                  onChange={(event) => {
                    const next = rows.map((row, n) => (n === at ? { ...row, tied: event.target.checked } : row));
                    onChange(placesOf(next));
                  }}
                />{" "}
                {say("tied with the one above")}
              </label>
            )}
            <span>
              <Button
                aria-label={say("Move {answer} up", { answer: titleOf(label) })}
                disabled={at === 0}
                onClick={() => {
                  move(at, at - 1);
                }}
              >
                <ArrowUp size={15} aria-hidden="true" />
              </Button>
              <Button
                aria-label={say("Move {answer} down", { answer: titleOf(label) })}
                disabled={at === rows.length - 1}
                onClick={() => {
                  move(at, at + 1);
                }}
              >
                <ArrowDown size={15} aria-hidden="true" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {value === undefined && (
        <div>
          <Button
            onClick={() => {
              onChange(places);
            }}
          >
            {say("This order is right")}
          </Button>
        </div>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className="bad small" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
