// Which views of a session are there? Each loaded when it is first looked at, with what protocols bring to it.
import { late } from "@/controls/late";
import { cardOf } from "@/protocols/table";

export const VIEWS = {
  council: {
    title: "Council",
    View: late(() => both(import("@/views/council/CouncilView"), import("@/protocols/council"))),
  },
  theatre: {
    title: "Theatre",
    View: late(() => both(import("@/views/theatre/TheatreView"), import("@/protocols/theatre"))),
  },
  matrix: {
    title: "Matrix",
    View: late(() => both(import("@/views/matrix/MatrixView"), import("@/protocols/matrix"))),
  },
  verdict: {
    title: "Verdict",
    View: late(() => both(import("@/views/verdict/VerdictView"), import("@/protocols/verdict"))),
  },
};

/** A view, once what it draws with is there as well. */
const both = async <V>(view: Promise<V>, brought: Promise<unknown>): Promise<V> =>
  (await Promise.all([view, brought]))[0];

export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];
export const viewTitle = (view: ViewName): string => VIEWS[view].title;

/** The view an address names, or the one that suits the protocol. */
export function viewFrom(name: string | undefined, protocol: string): ViewName {
  for (const wanted of [name, cardOf(protocol).opens])
    if (wanted !== undefined && Object.hasOwn(VIEWS, wanted)) return wanted as ViewName;
  return "council";
}
