// What is each thing called that two sessions may differ in, and how is a figure of it written?
import { shortOf } from "@/councils/roster";
import { titled } from "@/councils/words";
import { stateWords } from "@/hooks/sessions";
import { exact, say, within } from "@/language/say";
import type { Difference, MemberPair, SideBySide } from "./comparison";

/** What the answers themselves are, which are shown word by word further down. */
const TEXTS = new Set(["verdict text", "first answer", "final answer"]);

const NAMES: Record<string, string> = {
  outcome: say("Outcome"),
  degraded: say("What is missing"),
  "verdict class": say("Class of the verdict"),
  certainty: say("Certainty"),
  basis: say("What the class rests on"),
  confidence: say("Confidence"),
  winner: say("First place"),
  rank: say("Mean rank"),
  "ballots to end the lead": say("Ballots that would end the lead"),
  "clear lead": say("Clear lead"),
  "only in the first": say("Only in the first session"),
  "only in the second": say("Only in the second session"),
};

/** What a rubric has a name of its own for: `sound_in_agreement` is said in words. */
const CODED = new Set(["verdict class", "certainty", "basis"]);

export const named = (what: string): string => NAMES[what] ?? titled(what);

/** Whether that is the name of a member of a finding, which stands in English in every file and on every page. */
export const isField = (what: string): boolean => !(what in NAMES);

/** The differences that are figures and short words. */
export const figures = (found: SideBySide): readonly Difference[] =>
  found.differences.filter((each) => !TEXTS.has(each.what));

/** Whether both sessions say something of it, or it is told of every session. */
export const isShared = ({ what, a, b }: Difference): boolean => what in NAMES || (a !== null && b !== null);

type Sided = "a" | "b";

/** What a member is called: its model, or both where another one sits there. */
export function memberName({ a, b, ...models }: MemberPair): string {
  const [mine, theirs] = [shortOf(models.a_model), shortOf(models.b_model)];
  if (a === "") return theirs;
  return b === "" || mine === theirs ? mine : `${mine} → ${theirs}`;
}

/** Words about seats of one of both sessions, with the model of each in its place; all else stays as it is. */
export function modelOf(found: SideBySide, side: Sided, words: string): string {
  return words.replace(/(?<![\w./#=~-])seat-[a-z]{1,2}(?![\w/#=~-])/g, (seat) => {
    const pair = found.sides.members.find((each) => each[side] === seat);
    return pair === undefined ? seat : shortOf(side === "a" ? pair.a_model : pair.b_model);
  });
}

/** In which ways one of them is less than a full result. */
export const lacksOf = (found: SideBySide, side: Sided): readonly string[] =>
  found.sides[side].degraded.map((line) => modelOf(found, side, line));

export function valueText(found: SideBySide, side: Sided, { what, [side]: value }: Difference): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  if (typeof value === "number") return exact(Number(value.toPrecision(4)));
  if (CODED.has(what)) return within(titled(value));
  return what === "outcome" ? stateWords(value) : modelOf(found, side, value);
}

export const signed = (delta: number): string => `${delta > 0 ? "+" : ""}${exact(Number(delta.toPrecision(4)))}`;

/** `same`, `+1`, … of two places: up is towards the first. */
export function placeText(pair: MemberPair): string {
  const { a_place: was, b_place: is } = pair;
  if (was === null && is === null) return say("not ranked");
  if (was === null) return say("not ranked → {place, number}", { place: is ?? 0 });
  if (is === null) return say("{place, number} → not ranked", { place: was });
  return was === is ? String(was) : `${String(was)} → ${String(is)}`;
}

/** How alike a member's last answers are. */
export function answerText({ answer, a_answered: first, b_answered: second }: MemberPair): string {
  if (!first && !second) return say("no answer in either");
  if (!first) return say("answered only in the second");
  if (!second) return say("answered only in the first");
  if (answer === null || answer.same === 1) return say("the same answer");
  return say("{share} the same", { share: percent(answer.same) });
}

/** Never all of it where a word differs. */
export const percent = (share: number): string => `${String(Math.min(99, Math.round(share * 100)))} %`;
