// What do protocols bring to the ballots? A table of what was judged, or a page of their own.
import type { ReactNode } from "react";
import { Joined } from "@/playback/joined";
import type { Logged } from "@/playback/log";
import type { Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import type { Grid } from "../grid/grid";

export type Part = Pick<SessionState, "findings" | "ballots" | "seats" | "protocol" | "stages">;

/** A matrix that is more than one table of marks. */
export interface Whole {
  title: string;
  main: (looks: Looks) => ReactNode;
  /** Beside it. */
  beside: (looks: Looks) => ReactNode;
}

export interface MatrixPart {
  /** Its table, from what was found and read so far and the session's first event; null before there is one. */
  grid?: (part: Part, looks: Looks, opening: Logged | undefined) => Grid | null;
  whole?: (part: Part) => Whole | null;
}

const PARTS = new Joined<MatrixPart>();

/** By protocol. */
export const bringMatrices = (parts: Readonly<Record<string, MatrixPart>>): void => {
  PARTS.join(parts);
};
export const matrixParts = PARTS.all;
