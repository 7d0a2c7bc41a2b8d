// Which views of a session are there? Each loaded when it is first looked at.
import { late } from "@/controls/late";

export const VIEWS = {
  council: { title: "Council", View: late(() => import("@/views/council/CouncilView")) },
  theatre: { title: "Theatre", View: late(() => import("@/views/theatre/TheatreView")) },
  matrix: { title: "Matrix", View: late(() => import("@/views/matrix/MatrixView")) },
  verdict: { title: "Verdict", View: late(() => import("@/views/verdict/VerdictView")) },
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

/** The view an address names, or the one that suits the protocol. */
export function viewFrom(name: string | undefined, protocol: string): ViewName {
  if (name !== undefined && Object.hasOwn(VIEWS, name)) return name as ViewName;
  return protocol === "debate" ? "theatre" : "council";
}
