// Names, faces and hues of seats: every view takes them from here. Members keep their names for who reads, also while they
// judge each other without names; the theatre then draws them with masks.
import { say } from "@/language/say";
import { within } from "@/language/written";
import type { Seat, SessionState } from "@/wire/types";
import { findingPlayed, officeNamed } from "./brought";

export interface Look {
  id: string;
  /** What to call it. */
  name: string;
  /** A short form for narrow places: the name's first word. */
  short: string;
  /** Who makes it, or what its office is. */
  vendor: string;
  /** Degrees on the colour wheel; null behind a mask. */
  hue: number | null;
  /** Which of the six heads it has; 0 behind a mask. */
  shape: number;
  masked: boolean;
  /** Whether it chairs, as far as that may be known now. */
  chairs: boolean;
  scripted: boolean;
  /** Whether it is a member, not an office. */
  member: boolean;
}
export type Looks = ReadonlyMap<string, Look>;

/** Whether a finding of this type ends a blind review. */
const isReveal = (type: string): boolean => type === "standing" || findingPlayed(type)?.reveals === true;

/** Whether a model sits in one of the written examples. */
export const isExample = (model: string): boolean => model.startsWith("example/");

/** What is said of words that no model wrote; empty where models spoke. */
export function labelOf({ seats, offices }: Pick<SessionState, "seats" | "offices">): string {
  if (seats.some((seat) => isExample(seat.model))) return say("Written example");
  return [...seats, ...offices].some((seat) => seat.scripted) ? say("Scripted voices, not a language model") : "";
}

/** Whether answers are being judged blind: a review has begun and its result does not stand yet. */
export function isBlind(state: SessionState): boolean {
  const stage = state.entered.at(-1);
  if (state.status !== "running" && state.status !== "waiting") return false;
  if (stage === undefined || !/^review(\.\d+)?$/.test(stage)) return false;
  return !state.findings.some((made) => made.stage === stage && isReveal(made.finding.type));
}

/** Who writes the verdict: the member whose turn it is, where the chair rotates, else the office. */
export function chairOf(state: SessionState): string {
  for (const { finding } of state.findings) {
    const chair = findingPlayed(finding.type)?.chair?.(finding);
    if (chair !== undefined) return chair;
  }
  return "chair";
}

const memory = new WeakMap<SessionState["seats"], { chair: string; open: Looks; masks: Looks }>();

/** How everybody is shown, with or without a mask; the same object as long as nothing changes. */
export function looksOf(state: SessionState, masked = false): Looks {
  const chair = chairOf(state);
  let known = memory.get(state.seats);
  if (known?.chair !== chair) {
    const [open, masks] = [new Map<string, Look>(), new Map<string, Look>()];
    const names = namesOf(state.seats);
    state.seats.forEach((seat, index) => {
      const look = openLook(seat, names[index] ?? seat.id, index, state.seats.length, chair);
      open.set(seat.id, look);
      masks.set(seat.id, { ...look, masked: true, chairs: false, hue: null, shape: 0 });
    });
    for (const seat of state.offices) {
      const look = officeLook(seat, seat.id === chair);
      open.set(seat.id, look);
      masks.set(seat.id, { ...look, chairs: false, hue: null, shape: 0 });
    }
    known = { chair, open, masks };
    memory.set(state.seats, known);
  }
  return masked ? known.masks : known.open;
}

/** The look of a seat, whoever it is. */
export function lookOf(looks: Looks, id: string): Look {
  return looks.get(id) ?? { ...NOBODY, id, name: id, short: id };
}

const NOBODY = {
  vendor: "",
  hue: null,
  shape: 0,
  masked: false,
  chairs: false,
  scripted: false,
  member: false,
};

/** What of a member is shown before there is a session: who it would be. */
export type Listed = Pick<Seat, "id" | "model" | "persona" | "scripted">;

/** How members would be shown if they sat in this order. */
export function looksOfMembers(members: readonly Listed[]): Look[] {
  const names = namesOf(members);
  return members.map((seat, index) => openLook(seat, names[index] ?? seat.model, index, members.length, ""));
}

/** The colour of the seat at this place of so many. */
const hueOf = (index: number, of: number): number => Math.round((index * 360) / Math.max(of, 5) + 155) % 360;

/** How a member is shown in a list, where only its place and its model are known. */
export function listedLook(model: string, index: number, of: number): Look {
  const name = model.split("/").at(-1) ?? model;
  const plain = { vendor: "", masked: false, chairs: false, scripted: false, member: true };
  return {
    id: `${String(index)}:${model}`,
    name,
    short: shortOf(name),
    hue: hueOf(index, of),
    shape: index % 6,
    ...plain,
  };
}

function openLook(seat: Listed, name: string, index: number, of: number, chair: string): Look {
  const hue = hueOf(index, of);
  const member = {
    hue,
    shape: index % 6,
    masked: false,
    chairs: seat.id === chair,
    member: true,
  };
  return {
    id: seat.id,
    name,
    short: shortOf(name),
    vendor: vendorOf(seat),
    scripted: seat.scripted && !isExample(seat.model),
    ...member,
  };
}

function officeLook(seat: Seat, chairs: boolean): Look {
  const office = officeOf(seat.id);
  const plain = { hue: 86, shape: 3, masked: false, chairs, scripted: seat.scripted, member: false };
  return { id: seat.id, name: titleOf(seat), short: office, vendor: office, ...plain };
}

/** A member by name, an office by what it is: `The arbiter`; an unknown seat as the chair. */
export const roleOf = ({ member, vendor, name }: Look): string =>
  member ? name : say("The {office}", { office: within(vendor || say("Chair")) });

/** `adjudicator-2` as `Adjudicator 2`. */
export function officeOf(id: string): string {
  const [, name = id, number] = /^(.*?)(?:-(\d+))?$/.exec(id) ?? [];
  const known = officeNamed(name);
  if (known !== undefined) return number === undefined ? known : `${known} ${number}`;
  const words = id.replace(/-(\d+)$/, " $1").replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The model's own name, without the endpoint and the makers before it. */
function titleOf(seat: Listed): string {
  const bare = seat.model.split("/").at(-1) ?? seat.model;
  return seat.persona === null ? bare : `${bare} (${seat.persona.name})`;
}

function vendorOf(seat: Listed): string {
  return seat.model.split("/").slice(0, -1).at(-1) ?? "";
}

const shortOf = (name: string): string => name.split(/[\s:(]/, 1)[0] ?? name;

/** Titles of seats, told apart by a number where several seat the same model. */
function namesOf(seats: readonly Listed[]): string[] {
  const titles = seats.map(titleOf);
  const seen = new Map<string, number>();
  return titles.map((title) => {
    if (titles.filter((other) => other === title).length < 2) return title;
    seen.set(title, (seen.get(title) ?? 0) + 1);
    return `${title} ${String(seen.get(title))}`;
  });
}
