// Which lines run between the seats, and what do they say? Sides taken, charges made, positions moved.
import { say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { Moment } from "@/playback/player";
import type { SessionState } from "@/wire/types";
import type { Bond } from "../brought";
import { pictureOf, sceneOf, stageNow } from "./scenes";

const NONE: readonly Bond[] = [];
const known = new WeakMap<SessionState["ballots"], { at: string; findings: unknown; bonds: readonly Bond[] }>();

/** All lines of this moment. */
export function bondsOf(state: SessionState): readonly Bond[] {
  const scene = sceneOf(state);
  const stage = stageNow(state);
  const had = known.get(state.ballots);
  if (had?.at === `${scene} ${stage}` && had.findings === state.findings) return had.bonds;
  const bonds = pictureOf(scene).bonds?.(state) ?? NONE;
  known.set(state.ballots, { at: `${scene} ${stage}`, findings: state.findings, bonds });
  return bonds;
}

const both = new WeakMap<readonly Bond[], readonly Bond[]>();

/** The lines as they are shown: in the end what two say of each other alone. */
export function bondsShown({ state, beat }: Pick<Moment, "state" | "beat">): readonly Bond[] {
  const bonds = bondsOf(state);
  if (beat?.as !== "mutual") return bonds;
  let mutual = both.get(bonds);
  if (mutual === undefined) both.set(bonds, (mutual = bonds.filter((bond) => bond.mutual)));
  return mutual;
}

/** One line as a sentence. */
export function sentenceOfBond(bond: Bond, looks: Looks): string {
  const [from, to] = [lookOf(looks, bond.from).name, lookOf(looks, bond.to).name];
  if (bond.kind === "charge") return say("{from} disputes the answer of {to}", { from, to });
  if (bond.kind === "moved") return say("{to} changed its position, citing {from}", { to, from });
  if (bond.kind === "agree")
    return bond.mutual
      ? say("{from} and {to} agree with each other", { from, to })
      : say("{from} agrees with {to}", { from, to });
  return bond.mutual
    ? say("{from} and {to} disagree with each other", { from, to })
    : say("{from} disagrees with {to}", { from, to });
}
