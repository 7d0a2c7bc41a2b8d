// Which tabs has this session? One for each of its stages, rounds together, the standing after the review that makes it;
// a stage that a session left out has none.
import { tabBrought } from "@/findings/brought";
import { stageOf, stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";

export type TabKind =
  "sources" | "answers" | "judging" | "findings" | "rebuttals" | "adjudication" | "rounds" | "conclusion" | "verdict";

export interface CouncilTab {
  id: string;
  title: string;
  kind: TabKind;
  stages: readonly string[];
  /** What there is to see there, in a number; null where a number says nothing. */
  count: number | null;
  phase: "ahead" | "running" | "done";
}

const KINDS: Readonly<Record<string, readonly [TabKind, string]>> = {
  research: ["sources", "Sources"],
  opinions: ["answers", "Answers"],
  discovery: ["answers", "Answers"],
  refinement: ["answers", "Final answers"],
  review: ["judging", "Peer review"],
  votes: ["judging", "Votes"],
  alliances: ["judging", "Alliances"],
  rebuttal: ["rebuttals", "Rebuttals"],
  rebuttals: ["rebuttals", "Rebuttals"],
  topic: ["findings", "Topic"],
  claims: ["findings", "Claims"],
  adjudication: ["adjudication", "Adjudication"],
  round: ["rounds", "Rounds"],
  synthesis: ["conclusion", "Synthesis"],
  narrative: ["conclusion", "Report"],
  verdict: ["conclusion", "Verdict"],
};

/** Protocols whose review ends in a standing of its own. */
const STANDING = new Set(["peer-review", "debate"]);

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
    const [kind, title] = KINDS[base] ?? tabBrought(base) ?? ["answers", stageTitle(stage)];
    const before = tabs.at(-1);
    if (kind === "rounds" && before?.kind === "rounds") {
      const stages = [...before.stages, stage];
      const held = stages.filter((each) => state.entered.includes(each)).length;
      tabs[tabs.length - 1] = { ...before, stages, count: held, phase: phase === "ahead" ? before.phase : phase };
      continue;
    }
    const id = kind === "rounds" ? "rounds" : stage;
    tabs.push({ id, title, kind, stages: [stage], count: kind === "rounds" ? 1 : countOf(state, stage, kind), phase });
    if (base === "review" && STANDING.has(state.protocol)) {
      const stands = state.findings.some((made) => made.stage === stage && isStanding(made.finding.type));
      if (!over || stands) tabs.push({ ...STREET_CRED, stages: [stage], phase: stands ? "done" : "ahead" });
    }
  }
  if (state.stages.length > 0 && !tabs.some((tab) => tab.kind === "conclusion") && (!over || state.verdict !== null))
    tabs.push({ ...VERDICT, phase: state.verdict === null ? "ahead" : "done" });
  return tabs;
}

const STREET_CRED = { id: "standing", title: "Street cred", kind: "findings" as const, count: null };
const VERDICT: CouncilTab = {
  id: "verdict",
  title: "Verdict",
  kind: "verdict",
  stages: [],
  count: null,
  phase: "ahead",
};

export const isStanding = (type: string): boolean => type === "standing" || type === "scoreboard";

/** What was looked up in a stage, search by search. */
export const sourcesOf = (state: Pick<SessionState, "sources">, stage: string): readonly Found[] =>
  Object.entries(state.sources).flatMap(([key, found]) => (stageOf(key) === stage ? [found] : []));

function countOf(state: SessionState, stage: string, kind: TabKind): number | null {
  if (kind === "judging" || kind === "adjudication")
    return Object.values(state.ballots).filter(({ key }) => stageOf(key) === stage).length;
  if (kind === "sources") return sourcesOf(state, stage).reduce((sum, { sources }) => sum + sources.length, 0);
  if (kind === "answers")
    return Object.values(state.moves).filter((move) => move.stage === stage && move.state === "spoke").length;
  return null;
}

/** The tab that shows what is happening, or at the end the result. */
export function liveTab(state: SessionState, tabs: readonly CouncilTab[]): CouncilTab | undefined {
  if (state.verdict !== null) return tabs.at(-1);
  const now = state.entered.at(-1);
  return tabs.find((tab) => tab.id !== "standing" && now !== undefined && tab.stages.includes(now)) ?? tabs[0];
}

/** The tab where a record of this key is shown. */
export function tabAt(
  key: string,
  tabs: readonly CouncilTab[],
  findings: SessionState["findings"],
): CouncilTab | undefined {
  const made = findings.find((each) => each.key === key);
  if (made !== undefined && isStanding(made.finding.type)) {
    const standing = tabs.find((tab) => tab.id === "standing" && tab.stages.includes(made.stage));
    if (standing !== undefined) return standing;
  }
  return tabs.find((tab) => tab.id !== "standing" && tab.stages.includes(stageOf(key)));
}
