// What do protocols bring to the council view? Stages of theirs that are drawn in a way of their own, by the stage.
import type { ComponentType } from "react";
import { Joined } from "@/playback/joined";

export interface StageShown {
  /** A stage, or the rounds of one that share a tab. */
  Shown: ComponentType<{ stage: string; stages: readonly string[] }>;
}

const SHOWN = new Joined<StageShown>();

export const bringShown = (shown: Readonly<Record<string, StageShown>>): void => {
  SHOWN.join(shown);
};
/** How a stage is drawn, with its round or without. */
export const shownBrought = (stage: string): StageShown | undefined => SHOWN.of(stage.replace(/\.\d+$/, ""));
