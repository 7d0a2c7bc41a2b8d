// What lies where in a session? Bands of its stages, markers of what is worth going to, and how dense it is.
//
// All of it is read from the log, never from the moment shown: what lies ahead of the playhead is drawn too.
import { say } from "@/language/say";
import type { EventOf } from "@/wire/types";
import { findingPlayed, type Worth } from "./brought";
import { stageTitle } from "./keys";
import type { Logged } from "./log";
import type { Show } from "./show/show";

/** A stretch of running time that one stage fills. */
export interface Band {
  stage: string;
  title: string;
  /** The number of the event that enters it. */
  seq: number;
  from: number;
  to: number;
}

export type MarkerKind = Worth["kind"] | "failure" | "verdict" | "stopped" | "resumed";

/** A moment worth going to. Who it is about stands apart, so that a mask can stand before the name. */
export interface Marker {
  kind: MarkerKind;
  t: number;
  /** The number of its event: to be just after it. */
  seq: number;
  seats: readonly string[];
  /** What happened, without a name; filled in between `seats` and `by`. */
  says: string;
  /** On whose word. */
  by: string | null;
}

/** Markers too near each other to stand apart. */
export interface Cluster {
  kind: MarkerKind;
  t: number;
  markers: readonly Marker[];
}

export function bandsOf(events: readonly Logged[]): Band[] {
  const bands: Band[] = [];
  for (const event of events) {
    if ("foreign" in event || event.kind !== "StageEntered") continue;
    const { stage } = event.body;
    const last = bands.at(-1);
    // A session that is taken up again enters its stage once more: it is one band still.
    if (last?.stage === stage) continue;
    if (last !== undefined) last.to = event.t;
    bands.push({ stage, title: stageTitle(stage), seq: event.seq, from: event.t, to: event.t });
  }
  const [first, last] = [bands[0], bands.at(-1)];
  if (first !== undefined) first.from = 0;
  if (last !== undefined) last.to = events.at(-1)?.t ?? last.from;
  return bands;
}

const known = new WeakMap<readonly Logged[], readonly Band[]>();

/** The bands of a show, looked for again only when it has grown; the last one reaches to its end. */
export function bandsIn(show: Pick<Show, "dated" | "duration">): readonly Band[] {
  const events = show.dated();
  const had = known.get(events);
  if (had !== undefined) return had;
  const bands = bandsOf(events);
  const last = bands.at(-1);
  if (last !== undefined) last.to = show.duration;
  known.set(events, bands);
  return bands;
}

/** The band a moment lies in. */
export function bandAt(bands: readonly Band[], t: number): Band | undefined {
  return bands.findLast((band) => band.from <= t) ?? bands[0];
}

export function markersOf(events: readonly Logged[]): Marker[] {
  const markers: Marker[] = [];
  for (const event of events) {
    if ("foreign" in event) continue;
    const { t, seq } = event;
    const add = (kind: MarkerKind, says: string, seats: readonly string[] = [], by: string | null = null): void => {
      markers.push({ kind, t, seq, seats, says, by });
    };
    if (event.kind === "FindingMade") found(event, add);
    else if (event.kind === "SeatFailed" && event.body.final)
      add("failure", event.body.failed === "late" ? say("came too late") : say("could not answer"), [event.body.seat]);
    else if (event.kind === "BallotSpoiled")
      add("failure", say("sent a ballot nobody could read"), [event.body.reader]);
    else if (event.kind === "VerdictReached")
      add("verdict", event.body.verdict.outcome === "verdict" ? say("The verdict") : say("No verdict: withheld"));
    else if (event.kind === "SessionStopped") add("stopped", say("Stopped"));
    else if (event.kind === "SessionResumed") add("resumed", say("Taken up again"));
  }
  return markers;
}

type Add = (kind: MarkerKind, says: string, seats?: readonly string[], by?: string | null) => void;

function found({ body: { finding } }: EventOf<"FindingMade">, add: Add): void {
  for (const { kind, says, seats, by } of findingPlayed(finding.type)?.markers?.(finding) ?? [])
    add(kind, says, seats, by);
}

/** Markers of one kind that lie closer than `near` milliseconds are one place. */
export function clustered(markers: readonly Marker[], near: number): Cluster[] {
  const clusters: { kind: MarkerKind; t: number; markers: Marker[] }[] = [];
  for (const marker of markers) {
    const open = clusters.findLast((cluster) => cluster.kind === marker.kind);
    if (open !== undefined && marker.t - open.t <= near) open.markers.push(marker);
    else clusters.push({ kind: marker.kind, t: marker.t, markers: [marker] });
  }
  return clusters;
}

/** Where to go from a moment: the next place after it, or the one before. */
export function stepped(places: readonly number[], t: number, by: 1 | -1): number | undefined {
  // A place less than half a second back is where the viewer stands: the one before it is meant.
  return by > 0 ? places.find((place) => place > t + 1) : places.findLast((place) => place < t - 500);
}
