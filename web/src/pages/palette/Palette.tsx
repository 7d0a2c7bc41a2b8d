// What is to be done? One field that finds sessions and commands; arrows choose, Enter acts, Escape closes.
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { Coded } from "@/controls/Coded";
import { toast } from "@/controls/toasts";
import { dayTitle, useLate, useOpen } from "@/hooks/sessions";
import { keyOf } from "@/keyboard/shortcuts";
import { say } from "@/language/say";
import { useExports } from "@/share/forms";
import { problemFrom } from "@/wire/client";
import { askingOf, commandsFor, GROUPS, sessionsAs, type Command } from "./commands";
import { foundOf } from "./found";
import { recents, remember } from "./recents";
import css from "./palette.module.css";

interface Given {
  /** What was typed before this was loaded. */
  first?: { readonly current: string };
  onClose: () => void;
}

export function Palette({ first, onClose }: Given) {
  const id = useId();
  const place = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const [, go] = useLocation();
  const { session = "" } = useOpen();
  const [typed, type] = useState(() => first?.current ?? "");
  const [at, setAt] = useState(0);
  const words = typed.trim();
  const q = useDeferredValue(words);
  const late = useLate("");
  const matching = useLate(q);
  const forms = useExports().data;
  useEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
    };
  }, []);
  const rows = useMemo(() => {
    const now = new Date();
    const newest = late.data?.sessions ?? [];
    const again = (): unknown => queries.invalidateQueries({ queryKey: ["sessions"] });
    const commands = commandsFor({ go, session, rows: newest, forms: forms ?? [], again });
    const there = words === "" ? newest : (matching.data?.sessions ?? []);
    const sessions = sessionsAs(there, (row) => dayTitle(row.created, now), go);
    // What the server found for earlier words counts only where it fits these, too.
    const sure = words === q && !matching.isPlaceholderData;
    const found = foundOf(words, commands, sessions, sure, recents());
    return words === "" ? found : [...found, { ...askingOf(words, go), under: GROUPS.Ask }];
  }, [words, q, matching.isPlaceholderData, late.data, matching.data, forms, session, go, queries]);
  const here = Math.min(at, rows.length - 1);
  const groups = [...new Set(rows.map((row) => row.under))];

  const move = (to: number): void => {
    setAt(to);
    document.getElementById(`${id}-${String(to)}`)?.scrollIntoView({ block: "nearest" });
  };
  /** What acts on the page, and the focus that goes back, find no dialog over it. */
  const close = (): void => {
    place.current?.close();
    onClose();
  };
  const act = (command: Command | undefined): void => {
    if (command === undefined) return;
    if (command.id !== "ask") remember(command.id);
    close();
    Promise.resolve()
      .then(() => command.run())
      .catch((error: unknown) => {
        const { message, remedy } = problemFrom(error);
        toast(`${command.title}: ${message} ${remedy}`);
      });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = rows.length - 1;
    if (event.key === "ArrowDown") move(here >= last ? 0 : here + 1);
    else if (event.key === "ArrowUp") move(here <= 0 ? last : here - 1);
    else if (event.key === "PageDown") move(Math.min(last, here + 8));
    else if (event.key === "PageUp") move(Math.max(0, here - 8));
    else if (event.key === "Enter") act(rows[here]);
    else if (event.key === "Escape" || keyOf(event.nativeEvent) === "mod+K") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <dialog
      ref={place}
      className={`${css["palette"]} ink hidden bordered on-raised rounded-l lifted`}
      aria-label={say("Search sessions and commands")}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === place.current) close();
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={say("Search sessions and commands")}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={here < 0 ? undefined : `${id}-${String(here)}`}
        placeholder={say("Search sessions and commands, or ask")}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        autoFocus
        value={typed}
        onChange={(event) => {
          setAt(0);
          type(event.target.value);
        }}
        onKeyDown={press}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={say("Results")}
        className={`${css["results"]} scroll pad`}
        data-arrows
      >
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <h3 aria-hidden="true" className="muted tiny">
              {group}
            </h3>
            {rows.map((row, index) =>
              row.under !== group ? null : (
                <div
                  key={row.id}
                  id={`${id}-${String(index)}`}
                  role="option"
                  aria-selected={index === here}
                  className={`${css["result"]} line spread touch pad rounded`}
                  onMouseDown={(event) => {
                    event.preventDefault(); // the field keeps the focus
                  }}
                  onPointerMove={() => {
                    if (index !== here) setAt(index);
                  }}
                  onClick={() => {
                    act(row);
                  }}
                >
                  <bdi lang="" className="cut">
                    {row.title}
                  </bdi>
                  {row.aside !== undefined && <small>{row.aside}</small>}
                </div>
              ),
            )}
          </div>
        ))}
      </div>
      {matching.error !== null && (
        <p role="alert" className="bad pad topped">
          <Coded text={say("{message} Commands still work.", { message: problemFrom(matching.error).message })} />
        </p>
      )}
      <p role="status" className="unseen">
        {say("{count, plural, one {# result} other {# results}}", { count: rows.length })}
      </p>
    </dialog>
  );
}
