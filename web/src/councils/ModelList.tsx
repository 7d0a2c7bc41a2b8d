// What can be chosen, by what has been typed? Models by their service, with the price of a million tokens and what each reads.
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "@/controls/Button";
import { Bone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { useModels } from "@/hooks/queries";
import { say } from "@/language/say";
import type { ModelRow } from "@/wire/types";
import { MakerMark } from "./MakerMark";
import { contextWords, grouped, matching, MOST_SHOWN, priceWords, standingWords, unreadyWords } from "./offered";
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

/** The models that hold these words, at most so many of them, and where the arrows are among them. */
export function useModelList(typed: string, most = MOST_SHOWN): Listing {
  const id = useId();
  const { data, isPending, isError } = useModels();
  const wanted = typed.trim(); // not put off: an arrow pressed at once is to find what was typed
  const [place, setPlace] = useState({ of: "", at: -1 });
  const found = useMemo(() => matching(data?.models ?? [], wanted), [data, wanted]);
  const shown = useMemo(() => grouped(found.slice(0, most)).flatMap(({ rows }) => rows), [found, most]);
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

interface Given {
  list: Listing;
  label: string;
  /** What is said of a row beside its price: that it sits already. */
  note?: (row: ModelRow) => string;
  onTake: (model: string) => void;
  /** Shows more of them, where that can be asked for. */
  onMore?: (() => void) | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

export function ModelList({ list, label, note, onTake, onMore, className = "", children }: Given) {
  const endpoints = useEndpoints().data ?? [];
  const titleOf = (name: string): string => endpoints.find((each) => each.endpoint === name)?.title ?? name;
  const groups = grouped(list.shown).map((group) => ({
    ...group,
    title: group.title === "" ? titleOf(group.endpoint) : group.title,
  }));
  return (
    <div className={`${css["shelf"]} ${className}`} aria-busy={list.pending} data-arrows>
      <div id={list.id} role="listbox" aria-label={label}>
        {groups.map((group) => (
          <div key={`${group.title} ${group.endpoint}`} role="group" aria-label={group.title}>
            <h4 aria-hidden="true">{group.title}</h4>
            {group.rows
              .map((row) => ({ row, at: list.shown.indexOf(row) }))
              .map(({ row, at }) => (
                <div
                  key={row.model}
                  id={`${list.id}-${String(at)}`}
                  role="option"
                  aria-selected={at === list.at}
                  className={`${css["offer"]} at-centre grid rounded-s`}
                  title={standingWords(row)}
                  onMouseDown={(event) => {
                    event.preventDefault(); // the field keeps the focus
                  }}
                  onClick={() => {
                    onTake(row.model);
                  }}
                >
                  <MakerMark model={row.model} />
                  <span>
                    {
                      row.unready === "" && !row.council
                        ? row.model.slice(endpointOf(row.model).length + 1)
                        : row.model /* its service is not said above it */
                    }
                  </span>
                  <span className={"dotted muted small text-end"}>
                    {(row.unready === ""
                      ? [note?.(row) ?? "", row.sits ? say("sits unasked") : "", contextWords(row), priceWords(row)]
                      : [note?.(row) ?? "", unreadyWords(row)]
                    )
                      .filter(Boolean)
                      .map((words) => (
                        <span key={words}>
                          <Coded text={words} />
                        </span>
                      ))}
                  </span>
                </div>
              ))}
          </div>
        ))}
      </div>
      {list.pending && <Bone height="8em" />}
      {list.failed && (
        <p className="muted small pad">{say("The models could not be listed. What you picked stays.")}</p>
      )}
      {!list.pending && !list.failed && list.found === 0 && (
        <p className="muted small pad">{say("No model is called that.")}</p>
      )}
      {list.found > list.shown.length && (
        <p className="muted small pad">
          {say("{more, plural, one {# more model} other {# more models}}: type to find them.", {
            more: list.found - list.shown.length,
          })}{" "}
          {onMore !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                onMore();
              }}
            >
              {say("Show more")}
            </Button>
          )}
        </p>
      )}
      {list.shown.some((row) => row.priced && !row.scripted) && (
        <p className="muted small pad">{say("Prices are for a million tokens read and written.")}</p>
      )}
      {children}
    </div>
  );
}
