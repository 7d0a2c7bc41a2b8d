// What does the arena picture at this moment? A scene, who stands in its middle, who is in the light.
//
// Every picture is read off the state alone, so that a jump to a moment shows what playing up to it showed.
import { latest } from "@/playback/found";
import { chairOf, isBlind } from "@/playback/looks";
import type { SessionState } from "@/wire/types";

export type Scene =
  | "gathering"
  | "topic"
  | "opinions"
  | "review"
  | "rebuttals"
  | "charges"
  | "alliances"
  | "claims"
  | "votes"
  | "rounds"
  | "judging"
  | "synthesis";

const SCENES: Record<string, Scene> = {
  topic: "topic",
  opinions: "opinions",
  discovery: "opinions",
  refinement: "opinions",
  review: "review",
  rebuttals: "rebuttals",
  rebuttal: "charges",
  alliances: "alliances",
  claims: "claims",
  votes: "votes",
  round: "rounds",
  adjudication: "judging",
  synthesis: "synthesis",
  narrative: "synthesis",
  verdict: "synthesis",
};

/** The stage entered last, with its round; empty before the first. */
export const stageNow = (state: SessionState): string => state.entered.at(-1) ?? "";

export function sceneOf(state: SessionState): Scene {
  if (state.verdict !== null) return "synthesis";
  const stage = stageNow(state);
  if (stage === "") return "gathering";
  return SCENES[stage.split(".", 1)[0] ?? ""] ?? "opinions";
}

/** Whether the session goes on, as far as this moment knows. */
export const goesOn = (state: SessionState): boolean => state.status === "running" || state.status === "waiting";

/** Where the seats stand: in a ring, or along two flanks with something large between them. */
export const isFlanked = (scene: Scene): boolean => scene === "synthesis" || scene === "votes" || scene === "claims";

/** Who has a place of its own in this scene: the chair, the arbiter, the adjudicator, the extractor; empty for nobody. */
export function leadOf(state: SessionState, scene: Scene = sceneOf(state)): string {
  const known = (id: string): string =>
    state.offices.some((seat) => seat.id === id) || state.seats.some((seat) => seat.id === id) ? id : "";
  switch (scene) {
    case "synthesis":
      return known(writerOf(state));
    case "rounds":
      return known("arbiter");
    case "judging":
      return known("adjudicator");
    case "claims":
      return known("extractor");
    default:
      return "";
  }
}

/** Who writes the verdict, or wrote it. */
function writerOf(state: SessionState): string {
  if (state.verdict?.by) return state.verdict.by;
  const stage = stageNow(state);
  const asked = Object.values(state.moves).findLast((move) => move.stage === stage);
  if (asked !== undefined && asked.state !== "failed") return asked.seat;
  if (state.protocol === "consensus") return "arbiter";
  return chairOf(state);
}

/** Whether answers are judged behind letters, by members or by somebody outside: then the arena shows masks. */
export function isMasked(state: SessionState): boolean {
  if (isBlind(state)) return true;
  return goesOn(state) && sceneOf(state) === "judging" && latest(state.findings, "reply-scores") === null;
}

const LIT: readonly string[] = [];
const lit = new WeakMap<object, readonly string[]>();

/** Who stands in the light while the others are dimmed: in rebuttals, those who answer their critics. */
export function inTheLight(state: SessionState): readonly string[] {
  if (sceneOf(state) !== "rebuttals") return LIT;
  const board = latest(state.findings, "scoreboard");
  if (board === null) return LIT;
  const known = lit.get(board);
  if (known !== undefined) return known;
  const stage = stageNow(state);
  const answered = Object.values(state.moves).filter((move) => move.stage === stage && !move.key.includes("#"));
  const seats = [...new Set([...board.lowest, ...answered.map((move) => move.seat)])];
  lit.set(board, seats);
  return seats;
}
