// How is a seat doing at this moment, and what goes into its bubble? Read off its newest move in the stage shown.
import type { Moment } from "@/playback/player";
import { aboutOf, stageTitle } from "@/playback/keys";
import { useRetry } from "@/transcript/retrying";
import { FAILURES } from "@/transcript/sentences";
import type { MoveView, SessionState } from "@/wire/types";
import type { Mood } from "@/faces/Face";
import { say, within } from "@/language/say";
import { stageBrought } from "../brought";
import { bondsOf } from "./bonds";
import { moveIn, tailOf } from "./said";
import { goesOn, isFlanked, isMasked, pictureOf, sceneOf, stageNow } from "./scenes";
import { standingShown } from "./standing";

export type Presence = "idle" | "thinking" | "speaking" | "spoke" | "waiting" | "failed" | "late" | "left";

export const PRESENCE_WORDS: Record<Presence, string> = {
  idle: say("listening"),
  thinking: say("thinking"),
  speaking: say("speaking"),
  spoke: say("has spoken"),
  waiting: say("is waited for"),
  failed: say("failed"),
  late: say("came too late"),
  left: say("is not taking part any more"),
};

/** The newest move of a seat in this stage. */
export const moveNow = (state: SessionState, seat: string): MoveView | undefined =>
  moveIn(state, stageNow(state), seat);

export function presenceOf({ state, speeches }: Moment, seat: string): Presence {
  const move = moveNow(state, seat);
  if (move === undefined) return hasLeft(state, seat) ? "left" : "idle";
  if (move.state === "failed") return "failed";
  if (move.state === "late") return "late";
  if (move.state === "spoke") return "spoke";
  if (!goesOn(state)) return "idle";
  if (state.status === "waiting" || isPerson(state, seat)) return "waiting";
  return (speeches.get(move.key)?.text ?? "") === "" ? "thinking" : "speaking";
}

const isPerson = (state: SessionState, seat: string): boolean =>
  state.seats.some(({ id, person }) => id === seat && person);

/** A member whose own answer failed has no part in what follows. */
function hasLeft(state: SessionState, seat: string): boolean {
  if (!state.seats.some(({ id }) => id === seat)) return false;
  const gone = state.missing.some(
    (missing) => missing.seat === seat && missing.failed !== "spoiled" && missing.failed !== "abstained",
  );
  return gone && !Object.values(state.moves).some((move) => move.seat === seat && move.state === "spoke");
}

export function moodOf(moment: Moment, seat: string): Mood {
  const presence = presenceOf(moment, seat);
  if (presence === "failed" || presence === "left") return "failed";
  if (presence === "thinking" || presence === "waiting") return "thinking";
  if (presence === "speaking") return "speaking";
  if (isMasked(moment.state)) return "idle";
  const row = standingShown(moment).rows.find((each) => each.seat === seat);
  return row === undefined || row.mood === "" ? "idle" : row.mood;
}

/** Whether what a seat says is shown beside it. */
export function isHeard(moment: Moment, seat: string): boolean {
  const { state } = moment;
  const scene = sceneOf(state);
  if (isFlanked(scene) || scene === "gathering") return false;
  if (pictureOf(scene).quiet === true && bondsOf(state).length > 0) return false;
  const presence = presenceOf(moment, seat);
  return presence !== "idle" && presence !== "left";
}

/** What kind of words they are, at the foot of a bubble. */
export function kindOf(move: MoveView, masked: boolean): string {
  const about = aboutOf(move.key);
  const stage = move.stage.split(".", 1)[0] ?? "";
  if (stage === "review") return masked ? say("anonymous review") : say("review");
  if (stage === "opinions") return say("opinion");
  const says = stageBrought(stage)?.says ?? within(stageTitle(stage));
  return typeof says === "string" ? says : says(about);
}

/** That a call failed, in our words. */
export const failedWords = (settled: MoveView["settled"]): string =>
  settled === "" ? say("No answer came") : say("It {happened}", { happened: FAILURES[settled] });

/** Why a seat has not answered. */
export function whyNot(move: MoveView): string {
  const cause = move.cause === "" ? "" : ` ${tailOf(move.cause, 160)}`;
  return `${failedWords(move.settled)}.${cause}`;
}

/** What is said of a call after the first: why it is made, and when; empty of a first one. */
export function useAgain(move: MoveView | undefined): string {
  const retry = useRetry(move);
  if (move === undefined) return "";
  if (retry !== "") return `${failedWords(move.settled)}. ${retry}`;
  return move.state === "asked" && move.attempt > 1
    ? say("Trying again, attempt {number, number}.", { number: move.attempt })
    : "";
}
