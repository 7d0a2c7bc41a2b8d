// Which tabs has this session? One for each of its stages, rounds together, the standing after the review that makes it;
// a stage that a session left out has none.
import { endsInStanding, findingBrought, tabBrought, type Tab } from "@/findings/brought";
import { say } from "@/language/say";
import { stageOf, stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";

export interface CouncilTab {
  id: string;
  title: string;
  kind: Tab["kind"];
  stages: readonly string[];
  /** What there is to see there, in a number; null where a number says nothing. */
  count: number | null;
  phase: "ahead" | "running" | "done";
}

/** Stages that several protocols have. */
const TABS: Readonly<Record<string, Tab>> = {
  research: { kind: "sources", title: say("Sources") },
  opinions: { kind: "answers", title: say("Answers") },
  review: { kind: "judging", title: say("Peer review") },
  synthesis: { kind: "conclusion", title: say("Synthesis") },
};

export type Found = SessionState["sources"][string];

export const isOver = ({ status }: Pick<SessionState, "status">): boolean =>
  status !== "running" && status !== "waiting";

export function tabsOf(state: SessionState): readonly CouncilTab[] {
  const over = isOver(state);
  const now = state.entered.at(-1) ?? "";
  const tabs: CouncilTab[] = [];
  for (const stage of state.stages) {
    const entered = state.entered.includes(stage);
    if (over && !entered) continue;
    const phase = !entered ? "ahead" : stage === now && !over ? "running" : "done";
    const base = stage.replace(/\.\d+$/, "");
    const known = Object.hasOwn(TABS, base) ? TABS[base] : tabBrought(base);
    const { kind, title, together } = known ?? { kind: "answers", title: stageTitle(stage) };
    const before = tabs.at(-1);
    if (together !== undefined && before?.id === together) {
      const stages = [...before.stages, stage];
      const held = stages.filter((each) => state.entered.includes(each)).length;
      tabs[tabs.length - 1] = { ...before, stages, count: held, phase: phase === "ahead" ? before.phase : phase };
      continue;
    }
    const count = together === undefined ? countOf(state, stage, kind) : 1;
    tabs.push({ id: together ?? stage, title, kind, stages: [stage], count, phase });
    if (base === "review" && endsInStanding(state.protocol)) {
      const stands = state.findings.some((made) => made.stage === stage && isStanding(made.finding.type));
      if (!over || stands) tabs.push({ ...STREET_CRED, stages: [stage], phase: stands ? "done" : "ahead" });
    }
  }
  if (state.stages.length > 0 && !tabs.some((tab) => tab.kind === "conclusion") && (!over || state.verdict !== null))
    tabs.push({ ...VERDICT, phase: state.verdict === null ? "ahead" : "done" });
  return tabs;
}

const STREET_CRED = { id: "standing", title: say("Ranking"), kind: "findings" as const, count: null };
const VERDICT: CouncilTab = {
  id: "verdict",
  title: say("Verdict"),
  kind: "verdict",
  stages: [],
  count: null,
  phase: "ahead",
};

export const isStanding = (type: string): boolean => type === "standing" || findingBrought(type)?.stands === true;

/** What was looked up in a stage, search by search. */
export const sourcesOf = (state: Pick<SessionState, "sources">, stage: string): readonly Found[] =>
  Object.entries(state.sources).flatMap(([key, found]) => (stageOf(key) === stage ? [found] : []));

function countOf(state: SessionState, stage: string, kind: Tab["kind"]): number | null {
  if (kind === "judging") return Object.values(state.ballots).filter(({ key }) => stageOf(key) === stage).length;
  if (kind === "sources") return sourcesOf(state, stage).reduce((sum, { sources }) => sum + sources.length, 0);
  if (kind === "answers")
    return Object.values(state.moves).filter((move) => move.stage === stage && move.state === "spoke").length;
  return null;
}

/** The tab that shows what is happening; once the answer is there, what the members answered. */
export function liveTab(state: SessionState, tabs: readonly CouncilTab[]): CouncilTab | undefined {
  if (state.verdict !== null) return tabs.find(({ kind }) => kind === "answers") ?? tabs[0];
  const now = state.entered.at(-1);
  return tabs.find((tab) => tab.id !== "standing" && now !== undefined && tab.stages.includes(now)) ?? tabs[0];
}
