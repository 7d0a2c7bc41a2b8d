// Which views of a session are there, and where in them does an address lead? Each view is loaded when it is first looked at,
// with what protocols bring to it.
import { late } from "@/controls/late";
import { say } from "@/language/say";

export const VIEWS = {
  result: { title: say("Result"), View: late(() => import("./shown/ResultPage")) },
  watch: { title: say("Watch"), View: late(() => import("./shown/WatchPage")) },
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

export interface Place {
  view: ViewName;
  /** The part of the view that is scrolled to; empty for its beginning. */
  part: string;
}

/** What stands in addresses, with the names that older links have. */
const PLACES: Readonly<Record<string, Place>> = {
  result: { view: "result", part: "" },
  ballots: { view: "result", part: "ballots" },
  watch: { view: "watch", part: "" },
  transcript: { view: "watch", part: "transcript" },
  verdict: { view: "result", part: "" },
  matrix: { view: "result", part: "ballots" },
  theatre: { view: "watch", part: "" },
  council: { view: "watch", part: "transcript" },
};

/** Where an address leads; null where it names no place. */
export const placeFrom = (name: string | undefined): Place | null =>
  name !== undefined && Object.hasOwn(PLACES, name) ? (PLACES[name] ?? null) : null;

/** The places that have a key of their own. */
export const KEYED = ["transcript", "watch", "ballots", "result"] as const;
