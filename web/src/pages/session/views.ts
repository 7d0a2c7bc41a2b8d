// Which views of a session are there? Each loaded when it is first looked at.
import { lazy } from "react";

export const VIEWS = {
  council: { title: "Council", View: lazy(() => import("@/council/CouncilView")) },
  theatre: { title: "Theatre", View: lazy(() => import("@/theatre/TheatreView")) },
  matrix: { title: "Matrix", View: lazy(() => import("@/matrix/MatrixView")) },
  verdict: { title: "Verdict", View: lazy(() => import("@/verdict/VerdictView")) },
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

/** The view an address names, or the one that suits the protocol. */
export function viewFrom(name: string | undefined, protocol: string): ViewName {
  if (name !== undefined && Object.hasOwn(VIEWS, name)) return name as ViewName;
  return protocol === "debate" ? "theatre" : "council";
}
