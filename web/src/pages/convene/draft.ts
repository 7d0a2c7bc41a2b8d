// What has been written and chosen, but not sent? It is kept in this browser; so are the questions of late.
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { say } from "@/language/say";
import type { OptionValues } from "@/councils/options";
import type { SessionBody } from "@/wire/types";

export interface Draft {
  text: string;
  /** A council by name; empty for the one that sits by default. */
  council: string;
  /** Models that were picked instead of a council; null while a council sits. */
  members: string[] | null;
  /** How they deliberate; empty for the council's own way. */
  protocol: string;
  /** How many members are asked first, where the protocol can stop early. */
  when: SessionBody["when"];
  /** What is judged by; empty for the council's, or the protocol's own. */
  rubric: string;
  /** Changed options, by protocol. */
  options: Readonly<Record<string, OptionValues>>;
  chair: string;
  /** Who takes over the chair, in order; empty for the council's, or two other members. */
  standIns: readonly string[];
  offices: Readonly<Record<string, string>>;
  budget: string;
  seed: string;
  system: string;
  /** Whether members may look things up; null where the protocol decides. */
  search: boolean | null;
}

export const BLANK: Draft = {
  text: "",
  council: "",
  members: null,
  protocol: "",
  when: "auto",
  rubric: "",
  options: {},
  chair: "",
  standIns: [],
  offices: {},
  budget: "",
  seed: "",
  system: "",
  search: null,
};
/** Who is asked first, in words. */
export const FIRST: Readonly<Record<Draft["when"], string>> = {
  auto: say("Decide for me"),
  always: say("Everyone"),
  selective: say("Two first, the rest if they differ"),
  one: say("One member"),
};
const PLACE = "moot.draft";
const ASKED = "moot.asked";
const MOST_ASKED = 30;
const SETTLES = 300;

/** What is to be different; where that rests on what stands, it is asked of the newest draft. */
export type Changed = Partial<Draft> | ((now: Draft) => Partial<Draft>);

export interface Drafting {
  draft: Draft;
  change: (changed: Changed) => void;
  /** Empties what belongs to one question alone; who sits and how stays. */
  sent: () => void;
}

export function useDraft(): Drafting {
  const [draft, setDraft] = useState(read);
  // The newest draft, whether or not it is drawn yet: two changes in one step both hold.
  const newest = useRef(draft);
  const put = useCallback((next: Draft): void => {
    newest.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      keep(PLACE, draft);
    }, SETTLES);
    return () => {
      clearTimeout(timer);
    };
  }, [draft]);
  // What was written in the last moment before the page is left is kept, too.
  useEffect(
    () => () => {
      keep(PLACE, newest.current);
    },
    [],
  );
  const change = useCallback(
    (changed: Changed): void => {
      const now = newest.current;
      put({ ...now, ...(typeof changed === "function" ? changed(now) : changed) });
    },
    [put],
  );
  // Written down at once: the page that comes next takes this one away before anything else of it would run.
  const sent = useCallback((): void => {
    const now = newest.current;
    keep(ASKED, [now.text, ...asked().filter((text) => text !== now.text)].filter(Boolean).slice(0, MOST_ASKED));
    const left = { ...now, text: "", seed: "" };
    keep(PLACE, left);
    put(left);
  }, [put]);
  return { draft, change, sent };
}

/** Takes over what a link to this page asks for, `?q=QUESTION&protocol=NAME`, and drops it from the address. */
export function useAsked(ready: boolean, known: readonly string[], change: Drafting["change"]): void {
  const [search, setSearch] = useSearchParams();
  const protocol = search.get("protocol");
  const question = search.get("q");
  useEffect(() => {
    if (!ready || (protocol === null && question === null)) return;
    if (protocol !== null && known.includes(protocol)) change({ protocol });
    if (question !== null && question.trim() !== "") change({ text: question });
    setSearch(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete("protocol");
        rest.delete("q");
        return rest;
      },
      { replace: true },
    );
  }, [ready, protocol, question, known, change, setSearch]);
}

/** Puts a question into the box that is opened next; who is asked and how stays. */
export function keepDraft(text: string): void {
  keep(PLACE, { ...read(), text });
}

/** The questions that were put from here, the latest first. */
export function asked(): string[] {
  const kept = parsed(ASKED);
  return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
}

function read(): Draft {
  const kept = parsed(PLACE);
  if (typeof kept !== "object" || kept === null) return BLANK;
  const fits = Object.entries(kept).filter(([name, value]) => fit(BLANK[name as keyof Draft], value, name));
  return { ...BLANK, ...Object.fromEntries(fits) };
}

/** Whether a kept value can be taken: another version of the app may have kept something else. */
function fit(plain: unknown, value: unknown, name: string): boolean {
  if ((name === "members" || name === "search") && value === null) return true;
  if (name === "search") return typeof value === "boolean";
  if (name === "when") return typeof value === "string" && value in FIRST;
  if (name === "members" || name === "standIns")
    return Array.isArray(value) && value.every((each) => typeof each === "string");
  return typeof value === typeof plain && value !== null;
}

function parsed(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

function keep(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: what is written holds for this page
  }
}
