// Which views of a session are there? Each loaded when it is first looked at, with what protocols bring to it.
import { late } from "@/controls/late";
import { cardOf } from "@/protocols/table";

export const VIEWS = {
  council: { title: "Council", View: late(() => import("./shown/CouncilView")) },
  theatre: { title: "Theatre", View: late(() => import("./shown/TheatreView")) },
  matrix: { title: "Matrix", View: late(() => import("./shown/MatrixView")) },
  verdict: { title: "Verdict", View: late(() => import("./shown/VerdictView")) },
};
export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

/** The view an address names, or the one that suits the protocol. */
export function viewFrom(name: string | undefined, protocol: string): ViewName {
  for (const wanted of [name, cardOf(protocol).opens])
    if (wanted !== undefined && Object.hasOwn(VIEWS, wanted)) return wanted as ViewName;
  return "council";
}
