// Who sits in a council as it is written down? Lines with counts become seats; seats whose service lacks a key are told.
import { say } from "@/language/say";
import { looksOfMembers, type Look } from "@/playback/looks";
import type { Council, EndpointFull, Member } from "@/wire/types";

/** One line of a council's list, whole. */
export function lineOf(member: string | Member): Member {
  if (typeof member !== "string") return member;
  const { model, count } = readLine(member);
  return {
    model,
    count,
    persona: null,
    system: "",
    temperature: null,
    max_output: null,
    reasoning: null,
    ballot: null,
  };
}

/** `model:2` as model and count: a count only if it is all digits. */
function readLine(text: string): { model: string; count: number } {
  const found = /^(.*):(\d{1,3})$/s.exec(text.trim());
  return found?.[1] === undefined || Number(found[2]) < 1
    ? { model: text.trim(), count: 1 }
    : { model: found[1], count: Number(found[2]) };
}

const settingsOf = ({ persona, system, temperature, max_output, reasoning, ballot }: Member) => ({
  ...{ persona, system, temperature, max_output, reasoning, ballot },
});

/** A line as short as it can be written. */
export function writtenLine(line: Member): string | Member {
  const { persona, system, ...settings } = settingsOf(line);
  const bare = persona === null && system === "" && Object.values(settings).every((value) => value === null);
  if (!bare) return line;
  return line.count === 1 && !/:\d+$/.test(line.model) ? line.model : `${line.model}:${String(line.count)}`;
}

/** What scripted voices are, to somebody who has never seen this. */
export const DEMO = say(
  "Demo: scripted voices, no language model. They play every stage of a council; their words mean nothing.",
);

/** The last part of a model's id: what people call it. */
export const shortOf = (model: string): string => model.split("/").at(-1) ?? model;

/** `claude-haiku-5.5, gpt-5.4-mini ×2`: who sits, by name. */
export function namesOf(seats: readonly Seated[]): string {
  const counts = new Map<string, number>();
  for (const { model } of seats) counts.set(shortOf(model), (counts.get(shortOf(model)) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${String(count)}` : name)).join(", ");
}

export const endpointOf = (model: string): string => model.split("/", 1)[0] ?? "";

export interface Seated {
  model: string;
  look: Look;
  /** The service that has to be set up before it can speak; empty when it can. */
  lacks: string;
}

/** The seats these lines fill, each with its face, and what it lacks. */
export function seatsOf(lines: readonly (string | Member)[], endpoints: readonly EndpointFull[]): Seated[] {
  const known = new Map(endpoints.map((each) => [each.endpoint, each]));
  const members = lines.map(lineOf).flatMap((line) => Array.from({ length: Math.min(line.count, 64) }, () => line));
  const looks = looksOfMembers(
    members.map(({ model, persona }, at) => ({
      id: `member-${String(at)}`,
      model,
      persona: persona === null ? null : { name: persona, text: "" },
      scripted: known.get(endpointOf(model))?.scripted ?? model.startsWith("rehearsal/"),
    })),
  );
  return members.flatMap(({ model }, at) => {
    const look = looks[at];
    const endpoint = known.get(endpointOf(model));
    const lacks = endpoints.length > 0 && model !== "person" && endpoint?.configured !== true ? endpointOf(model) : "";
    return look === undefined ? [] : [{ model, look, lacks }];
  });
}

/** Whether everybody in it is a scripted voice. */
export const isScripted = (seats: readonly Seated[]): boolean =>
  seats.length > 0 && seats.every(({ look }) => look.scripted);

/** What of a council a question can be sent with when not everybody can sit: the lines that can speak. */
export function sittingLines(council: Council, endpoints: readonly EndpointFull[]): Member[] {
  const able = new Set(endpoints.filter((each) => each.configured).map((each) => each.endpoint));
  return council.members.map(lineOf).filter(({ model }) => model === "person" || able.has(endpointOf(model)));
}
