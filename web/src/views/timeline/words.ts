// What is said about a place on the timeline? In words, with names as they may be known now.
import { namesOf } from "@/transcript/wording";
import { say } from "@/language/say";
import type { Band, Cluster, Marker } from "@/playback/chapters";
import { bandAt } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import { lookOf, type Looks } from "@/playback/looks";

/** `Ember changed position, citing Tern`. */
export function markerText(marker: Marker, looks: Looks): string {
  const who = marker.seats.length === 0 ? "" : namesOf(looks, marker.seats);
  const by = marker.by === null ? "" : ` ${lookOf(looks, marker.by).name}`;
  if (marker.kind === "award") return `${marker.says}: ${who}`;
  return who === "" ? marker.says : `${who} ${marker.says}${by}`;
}

export const clusterText = (cluster: Cluster, looks: Looks): string =>
  cluster.markers.map((marker) => markerText(marker, looks)).join(" · ");

/** `0:31 of 0:50, Alliances, event 1,093`. */
export function spoken(t: number, duration: number, bands: readonly Band[], count: number): string {
  const stage = bandAt(bands, t)?.title ?? say("Opening");
  return say("{time} of {length}, {stage}, event {number, number}", {
    time: clockText(t),
    length: clockText(duration),
    stage,
    number: count,
  });
}

/** Keys that do what a control does, as `aria-keyshortcuts` says them; empty where none does. */
export type Keys = (what: string) => string | undefined;
