// Which lines run between the seats, and what do they say? Sides taken, charges made, positions moved.
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { sceneOf, stageNow } from "./scenes";

export interface Bond {
  id: string;
  from: string;
  to: string;
  kind: "agree" | "disagree" | "charge" | "moved";
  /** Whether both say it of each other. */
  mutual: boolean;
  /** What each says, by who says it. */
  reasons: readonly { by: string; why: string }[];
}

const NONE: readonly Bond[] = [];
const known = new WeakMap<SessionState["ballots"], { at: string; findings: unknown; bonds: readonly Bond[] }>();

/** All lines of this moment. */
export function bondsOf(state: SessionState): readonly Bond[] {
  const scene = sceneOf(state);
  const stage = stageNow(state);
  const had = known.get(state.ballots);
  if (had?.at === `${scene} ${stage}` && had.findings === state.findings) return had.bonds;
  const bonds =
    scene === "alliances" ? sides(state) : scene === "charges" ? charges(state) : moved(state, scene, stage);
  known.set(state.ballots, { at: `${scene} ${stage}`, findings: state.findings, bonds });
  return bonds;
}

/** Who agrees and who disagrees with whom; what two say of each other is one line. */
function sides(state: SessionState): readonly Bond[] {
  const found = new Map<string, Bond>();
  for (const { reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "stances") continue;
    for (const [seat, { stance, why }] of Object.entries(ballot.towards)) {
      if (stance === "neutral") continue;
      const id = `${stance} ${[reader, seat].sort().join(" ")}`;
      const had = found.get(id);
      const said = { by: reader, why };
      if (had === undefined)
        found.set(id, { id, from: reader, to: seat, kind: stance, mutual: false, reasons: [said] });
      else found.set(id, { ...had, mutual: true, reasons: [...had.reasons, said] });
    }
  }
  return [...found.values()];
}

/** Who disputes whose answer. */
function charges(state: SessionState): readonly Bond[] {
  const found: Bond[] = [];
  for (const { reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "rebuttals") continue;
    for (const [to, { disputes, point }] of Object.entries(ballot.points))
      if (disputes)
        found.push({
          id: `charge ${reader} ${to}`,
          from: reader,
          to,
          kind: "charge",
          mutual: false,
          reasons: [{ by: reader, why: point }],
        });
  }
  return found;
}

/** Whose words moved whom: from who said them to who moved. */
function moved(state: SessionState, scene: string, stage: string): readonly Bond[] {
  const flips = scene === "judging" && stage !== "" ? latest(state.findings, "flips") : null;
  if (flips === null) return NONE;
  return flips.flips.flatMap(({ seat, source, change, words, reason }) =>
    change === "cited" && source !== null
      ? [
          {
            id: `moved ${seat}`,
            from: source,
            to: seat,
            kind: "moved" as const,
            mutual: false,
            reasons: [{ by: source, why: words || reason }],
          },
        ]
      : [],
  );
}

/** One line as a sentence. */
export function sentenceOfBond(bond: Bond, looks: Looks): string {
  const [from, to] = [lookOf(looks, bond.from).name, lookOf(looks, bond.to).name];
  if (bond.kind === "charge") return `${from} disputes the answer of ${to}`;
  if (bond.kind === "moved") return `${to} changed its position, citing ${from}`;
  const verb = bond.kind === "agree" ? "agree" : "disagree";
  return bond.mutual ? `${from} and ${to} ${verb} with each other` : `${from} ${verb}s with ${to}`;
}

/** What happened to a member's position, once an adjudicator has said so; empty where nothing did. */
export function flipOf(state: SessionState, seat: string): { change: "cited" | "uncited"; source: string } | null {
  const flips = latest(state.findings, "flips");
  const found = flips?.flips.find((flip) => flip.seat === seat);
  if (found === undefined || (found.change !== "cited" && found.change !== "uncited")) return null;
  let had = flipped.get(found);
  if (had === undefined) flipped.set(found, (had = { change: found.change, source: found.source ?? "" }));
  return had;
}
const flipped = new WeakMap<object, { change: "cited" | "uncited"; source: string }>();
