// What was picked from two sessions, in which order, and whose words are they? Kept in this browser until it is cleared.
import { useState } from "react";
import { say } from "@/language/say";
import type { Marker, Point, Source } from "./points";

/** A point of one's own answer. */
export interface Picked extends Point {
  /** The words as they were picked; the text may have been edited since. */
  said: string;
  /** Whose they are; empty for one's own. */
  of: string;
  /** The session they are from; empty where both say the same, and for one's own. */
  session: string;
}

export interface Merging {
  points: readonly Picked[];
  /** Puts a point at the end. */
  pick: (point: Point, source: Source) => void;
  /** Puts a point of one's own words at the end; answers which it is. */
  write: () => string;
  edit: (id: string, text: string) => void;
  /** Moves a point to another place, counted from 0. */
  move: (id: string, to: number) => void;
  drop: (id: string) => void;
  clear: () => void;
}

const PLACE = "moot.merge.";
const OWN = "own:";

/** The same two sessions have one answer, whichever stands first. */
export function useMerging(a: string, b: string): Merging {
  const [points, put] = useState(() => read(a, b));
  const change = (next: readonly Picked[]): void => {
    put(next);
    keep(a, b, next);
  };
  return {
    points,
    pick: (point, source) => {
      const session = { first: a, second: b, both: "" }[source.side];
      const { id, text, marker } = point;
      change([...points.filter((each) => each.id !== id), { id, text, marker, said: text, of: source.name, session }]);
    },
    write: () => {
      const taken = points.map(({ id }) => (id.startsWith(OWN) ? Number(id.slice(OWN.length)) : 0));
      const id = `${OWN}${String(Math.max(0, ...taken) + 1)}`;
      change([...points, { id, text: "", marker: "", said: "", of: "", session: "" }]);
      return id;
    },
    edit: (id, text) => {
      change(points.map((each) => (each.id === id ? { ...each, text } : each)));
    },
    move: (id, to) => {
      const moved = points.find((each) => each.id === id);
      if (moved === undefined || to < 0 || to >= points.length) return;
      const rest = points.filter((each) => each !== moved);
      change([...rest.slice(0, to), moved, ...rest.slice(to)]);
    },
    drop: (id) => {
      change(points.filter((each) => each.id !== id));
    },
    clear: () => {
      change([]);
    },
  };
}

/** Whether a point is picked in the words it has now. */
export const isPicked = (points: readonly Picked[], { id, text }: Point): boolean =>
  points.some((each) => each.id === id && each.said === text);

/** Where a point is from, in words. */
export function originOf({ of, session, text, said }: Picked, first: string): string {
  if (of === "") return say("your own words");
  const values = { of };
  const from =
    session === ""
      ? say("{of}, both sessions", values)
      : session === first
        ? say("{of}, first session", values)
        : say("{of}, second session", values);
  return text === said ? from : say("{origin}, edited", { origin: from });
}

/** What stands before each: nothing, a dash, or its number in the list it belongs to. */
export function signsOf(points: readonly Picked[]): string[] {
  let [number, before]: [number, Marker] = [0, ""];
  return points.map(({ marker }) => {
    number = marker === "1." && before === "1." ? number + 1 : 1;
    before = marker;
    return marker === "1." ? `${String(number)}. ` : marker === "-" ? "- " : "";
  });
}

/** Code, a formula or a table at the end: behind it a note would be part of it. */
const CLOSED = /(?:^|\n)\s*(?:`{3,}|~{3,}|\$\$|\|.*)\s*$/;

/** All of them as one text: items next to each other make one list, everything else is a paragraph. Where it is told
 * whence each is, that stands in notes at its end. */
export function textOf(points: readonly Picked[], whence?: (point: Picked) => string): string {
  const said = points.filter((each) => each.text.trim() !== "");
  const signs = signsOf(said);
  const parts = said.map(({ text, marker }, at) => {
    const sign = signs[at] ?? "";
    const lines = text.trim().replaceAll("\n", `\n${" ".repeat(sign.length)}`);
    const note = whence === undefined ? "" : `${CLOSED.test(lines) ? "\n\n" : " "}[^${String(at + 1)}]`;
    const gap = at === 0 ? "" : marker !== "" && marker === said[at - 1]?.marker ? "\n" : "\n\n";
    return `${gap}${sign}${lines}${note}`;
  });
  if (whence === undefined || said.length === 0) return parts.join("");
  return `${parts.join("")}\n\n${said.map((each, at) => `[^${String(at + 1)}]: ${whence(each)}`).join("\n")}`;
}

function read(a: string, b: string): readonly Picked[] {
  try {
    const kept = localStorage.getItem(placeOf(a, b)) ?? localStorage.getItem(`${PLACE}${a}.${b}`) ?? "";
    return kept === "" ? [] : pointsFrom(kept);
  } catch {
    return [];
  }
}

const placeOf = (a: string, b: string): string => `${PLACE}points.${[a, b].sort().join(".")}`;

/** What was kept; a text that an earlier version kept as it was typed is a point of one's own. */
function pointsFrom(kept: string): readonly Picked[] {
  try {
    const found: unknown = JSON.parse(kept);
    if (Array.isArray(found)) return found.filter(isPoint);
  } catch {
    // a text, and no list
  }
  return [{ id: `${OWN}1`, text: kept, marker: "", said: "", of: "", session: "" }];
}

function isPoint(kept: unknown): kept is Picked {
  if (typeof kept !== "object" || kept === null) return false;
  const { marker, ...rest } = kept as Record<string, unknown>;
  const words = ["id", "text", "said", "of", "session"].every((name) => typeof rest[name] === "string");
  return words && (marker === "" || marker === "-" || marker === "1.");
}

function keep(a: string, b: string, points: readonly Picked[]): void {
  try {
    localStorage.removeItem(`${PLACE}${a}.${b}`);
    if (points.length === 0) localStorage.removeItem(placeOf(a, b));
    else localStorage.setItem(placeOf(a, b), JSON.stringify(points));
  } catch {
    // a browser that keeps nothing: what is picked holds for this page
  }
}
