// What does the arena picture at this moment? A scene, who stands in its middle, who is in the light.
//
// Every picture is read off the state alone, so that a jump to a moment shows what playing up to it showed.
import { chairOf, isBlind } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import type { Moment } from "@/playback/player";
import { winnerOf } from "@/playback/show/plan";
import { pictureBrought, stageBrought, theatreBrought, type Picture } from "../brought";

/** A scene by its name: one of these, or one that a protocol brought. */
export type Scene = string;

const PICTURES: Readonly<Record<string, Picture>> = {
  gathering: { unjudged: true },
  opinions: {},
  review: { cards: "readers" },
  synthesis: { flanked: true },
};
const NOTHING: Picture = {};

/** What a scene shows. */
export const pictureOf = (scene: Scene): Picture =>
  (Object.hasOwn(PICTURES, scene) ? PICTURES[scene] : pictureBrought(scene)) ?? NOTHING;

/** Stages that several protocols have are scenes of the same name. */
const SHARED: readonly string[] = ["opinions", "review", "synthesis"];

/** The scene of a stage, with its round or without. */
export function sceneIn(stage: string): Scene {
  const [base = ""] = stage.split(".", 1);
  return SHARED.includes(base) ? base : (stageBrought(base)?.scene ?? "opinions");
}

/** The stage entered last, with its round; empty before the first. */
export const stageNow = (state: SessionState): string => state.entered.at(-1) ?? "";

export function sceneOf(state: SessionState): Scene {
  if (state.verdict !== null) return "synthesis";
  const stage = stageNow(state);
  return stage === "" ? "gathering" : sceneIn(stage);
}

/** Whether the session goes on, as far as this moment knows. */
export const goesOn = (state: SessionState): boolean => state.status === "running" || state.status === "waiting";

/** Where the seats stand: in a ring, or along two flanks with something large between them. */
export const isFlanked = (scene: Scene): boolean => pictureOf(scene).flanked === true;

/** Who has a place of its own in this scene: who writes the verdict, or an office; empty for nobody. */
export function leadOf(state: SessionState, scene: Scene = sceneOf(state)): string {
  const known = (id: string): string =>
    state.offices.some((seat) => seat.id === id) || state.seats.some((seat) => seat.id === id) ? id : "";
  return known(scene === "synthesis" ? writerOf(state) : (pictureOf(scene).lead ?? ""));
}

/** Who writes the verdict, or wrote it. */
function writerOf(state: SessionState): string {
  if (state.verdict?.by) return state.verdict.by;
  const stage = stageNow(state);
  const asked = Object.values(state.moves).findLast((move) => move.stage === stage);
  if (asked !== undefined && asked.state !== "failed") return asked.seat;
  return theatreBrought(state.protocol)?.writer ?? chairOf(state);
}

/** Whether answers are judged behind letters, by members or by somebody outside: then the arena shows masks. */
export function isMasked(state: SessionState): boolean {
  if (isBlind(state)) return true;
  return goesOn(state) && pictureOf(sceneOf(state)).masked?.(state) === true;
}

const LIT: readonly string[] = [];

/** Who stands in the light while the others are dimmed. */
export const inTheLight = (state: SessionState): readonly string[] => pictureOf(sceneOf(state)).lit?.(state) ?? LIT;

/** Whose turn it is in the show: who has the floor, or judges; empty for nobody. */
export const turnOf = ({ beat }: Pick<Moment, "beat">): string =>
  beat !== null && TURNS.includes(beat.as) ? beat.seat : "";
const TURNS: readonly string[] = ["floor", "reading", "drawn"];

/**
 * Say whether a seat is in the light, dimmed or neither. Those whose words or ballots are shown are in the light, else those
 * whom the scene lights. Where a scene lights anybody, the others are dimmed, except while ballots are read.
 */
export function lightOn({ state, beat }: Pick<Moment, "state" | "beat">, id: string): "lit" | "dim" | "" {
  const lit = inTheLight(state);
  const speaks = beat?.as === "floor";
  if (beat === null || (!speaks && turnOf({ beat }) === ""))
    return lit.includes(id) ? "lit" : lit.length > 0 ? "dim" : "";
  if (beat.seat === id) return "lit";
  return speaks && lit.length > 0 ? "dim" : "";
}

/** Who came first, once that is shown; empty before, and where nobody did. */
export function crownedIn({ state, beat }: Pick<Moment, "state" | "beat">): string {
  if (state.verdict?.outcome !== "verdict" || beat?.closing === false) return "";
  return winnerOf(state.findings) ?? "";
}
