// What can be chosen, by what has been typed? Models by their service, with the price of a million tokens and what each reads.
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { Bone } from "@/controls/Card";
import { useModels } from "@/hooks/queries";
import { told } from "@/language/told";
import { say } from "@/language/say";
import type { ModelRow } from "@/wire/types";
import { MakerMark } from "./MakerMark";
import { contextWords, matching, MOST_SHOWN, priceWords, standingWords } from "./offered";
import { endpointOf } from "./roster";
import { useEndpoints } from "./shelf";
import css from "./councils.module.css";

export interface Listing {
  id: string;
  models: readonly ModelRow[];
  shown: readonly ModelRow[];
  found: number;
  pending: boolean;
  failed: boolean;
  /** The row the arrows are on; -1 while they are on none. */
  at: number;
  move: (to: number) => void;
  /** Moves through the list by arrows, Home and End with Ctrl; answers whether the key was one of them. */
  press: (event: KeyboardEvent) => boolean;
  /** What a field that searches it says of it. */
  wiring: { role: "combobox"; "aria-controls": string; "aria-autocomplete": "list"; "aria-activedescendant"?: string };
}

/** The models that hold these words, and where the arrows are among them. */
export function useModelList(typed: string): Listing {
  const id = useId();
  const { data, isPending, isError } = useModels();
  const wanted = typed.trim(); // not put off: an arrow pressed at once is to find what was typed
  const [place, setPlace] = useState({ of: "", at: -1 });
  const found = useMemo(() => matching(data?.models ?? [], wanted), [data, wanted]);
  const shown = useMemo(() => grouped(found.slice(0, MOST_SHOWN)), [found]);
  const at = place.of === wanted ? Math.min(place.at, shown.length - 1) : -1;
  const move = (to: number): void => {
    setPlace({ of: wanted, at: to });
    document.getElementById(`${id}-${String(to)}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || shown.length === 0) return false;
    const last = shown.length - 1;
    if (event.key === "ArrowDown") move(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") move(at <= 0 ? last : at - 1);
    else if (event.key === "PageDown") move(Math.min(last, at + 8));
    else if (event.key === "PageUp") move(Math.max(0, at - 8));
    else return false;
    event.preventDefault();
    return true;
  };
  const active = at < 0 ? {} : { "aria-activedescendant": `${id}-${String(at)}` };
  const wiring = { role: "combobox" as const, "aria-controls": id, "aria-autocomplete": "list" as const, ...active };
  return {
    ...{ id, models: data?.models ?? [], shown, found: found.length, pending: isPending, failed: isError },
    ...{ at, move, press, wiring },
  };
}

/** Rows of one service stand together, services in the order of their first row. */
function grouped(rows: readonly ModelRow[]): ModelRow[] {
  const names = [...new Set(rows.map((row) => row.endpoint))];
  return names.flatMap((name) => rows.filter((row) => row.endpoint === name));
}

interface Given {
  list: Listing;
  label: string;
  /** What is said of a row beside its price: that it sits already. */
  note?: (row: ModelRow) => string;
  onTake: (model: string) => void;
  className?: string | undefined;
  children?: ReactNode;
}

export function ModelList({ list, label, note, onTake, className = "", children }: Given) {
  const endpoints = useEndpoints().data ?? [];
  const titleOf = (name: string): string => told(endpoints.find((each) => each.endpoint === name)?.title ?? name);
  const rows = list.shown.map((row, at) => ({ row, at }));
  return (
    <div className={`${css["shelf"]} ${className}`} aria-busy={list.pending} data-arrows>
      <div id={list.id} role="listbox" aria-label={label}>
        {[...new Set(list.shown.map((row) => row.endpoint))].map((group) => (
          <div key={group} role="group" aria-label={titleOf(group)}>
            <h4 aria-hidden="true">{titleOf(group)}</h4>
            {rows
              .filter(({ row }) => row.endpoint === group)
              .map(({ row, at }) => (
                <div
                  key={row.model}
                  id={`${list.id}-${String(at)}`}
                  role="option"
                  aria-selected={at === list.at}
                  className={css["offer"]}
                  title={standingWords(row)}
                  onMouseDown={(event) => {
                    event.preventDefault(); // the field keeps the focus
                  }}
                  onClick={() => {
                    onTake(row.model);
                  }}
                >
                  <MakerMark model={row.model} />
                  <span>{row.model.slice(endpointOf(row.model).length + 1)}</span>
                  <span className={css["note"]}>
                    {[note?.(row) ?? "", row.sits ? say("sits unasked") : "", contextWords(row), priceWords(row)]
                      .filter(Boolean)
                      .map((words) => (
                        <span key={words}>{words}</span>
                      ))}
                  </span>
                </div>
              ))}
          </div>
        ))}
      </div>
      {list.pending && <Bone height="8em" />}
      {list.failed && <p className={css["said"]}>{say("The models could not be listed. What you picked stays.")}</p>}
      {!list.pending && !list.failed && list.found === 0 && (
        <p className={css["said"]}>{say("No model is called that.")}</p>
      )}
      {list.found > list.shown.length && (
        <p className={css["said"]}>
          {say("{more, plural, one {# more model} other {# more models}}: type to find them.", {
            more: list.found - list.shown.length,
          })}
        </p>
      )}
      {list.shown.some((row) => row.priced && !row.scripted) && (
        <p className={css["said"]}>{say("Prices are for a million tokens read and written.")}</p>
      )}
      {children}
    </div>
  );
}
