// The views of a session and the addresses that lead to them. Each view is loaded when it is first looked at, with what
// protocols bring to it.
import type { ComponentType } from "react";
import { late } from "@/controls/late";
import { say } from "@/language/say";

const viewOf = (title: string, load: () => Promise<{ default: ComponentType }>) => ({ title, load, View: late(load) });

export const VIEWS = {
  result: viewOf(say("Answer"), () => import("./shown/ResultPage")),
  transcript: viewOf(say("The answers"), () => import("./shown/AnswersPage")),
  watch: viewOf(say("Watch"), () => import("./shown/WatchPage")),
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

export interface Place {
  view: ViewName;
  /** The part of the view that is scrolled to; empty for its beginning. */
  part: string;
}

/** The names in addresses, with those that older links have. */
const PLACES: Readonly<Record<string, Place>> = {
  result: { view: "result", part: "" },
  ballots: { view: "result", part: "ballots" },
  watch: { view: "watch", part: "" },
  transcript: { view: "transcript", part: "" },
  verdict: { view: "result", part: "" },
  matrix: { view: "result", part: "ballots" },
  theatre: { view: "watch", part: "" },
  council: { view: "transcript", part: "" },
};

/** Where an address leads; null where it names no place. */
export const placeFrom = (name: string | undefined): Place | null =>
  name !== undefined && Object.hasOwn(PLACES, name) ? (PLACES[name] ?? null) : null;

/** The places that have a key of their own. */
export const KEYED = ["transcript", "watch", "ballots", "result"] as const;
