// How is a council kept? As a body without its name; and which names there can be.
import { queries } from "@/hooks/queries";
import { lineOf, writtenLine } from "@/councils/roster";
import { say } from "@/language/say";
import { BY_DEFAULT } from "@/protocols/table";
import { client, given } from "@/wire/client";
import type { Council, CouncilBody, CouncilRow, Member } from "@/wire/types";

/** Where a new one is written; no council can be called that. */
export const NEW = "-new";

export interface Edited extends Omit<Council, "members"> {
  /** Lines with a stable id each, so that moving one keeps its fields. */
  members: (Member & { line: number })[];
}
let lines = 0;

export const freshLine = (model: string): Member & { line: number } => {
  lines += 1;
  return { ...lineOf(model), line: lines };
};

export const editedFrom = (council: Council): Edited => ({
  ...council,
  members: council.members.map((member) => {
    lines += 1;
    return { ...lineOf(member), line: lines };
  }),
});

export const BLANK: Council = {
  name: "",
  title: "",
  protocol: BY_DEFAULT,
  members: [],
  chair: null,
  stand_ins: [],
  tools: [],
  offices: {},
  system: "",
  rubric: "",
  options: {},
  wording: {},
  personas: {},
  instead: {},
  dated: "",
};

export async function keepCouncil(name: string, edited: Edited): Promise<CouncilRow> {
  const { members, ...rest } = edited;
  const { title, protocol, chair, stand_ins, offices, system, rubric, options, tools } = rest;
  const { wording, personas, instead, dated } = rest;
  const body: CouncilBody = {
    ...{ title, protocol, chair, stand_ins, offices, system, rubric, options, tools },
    ...{ wording, personas, instead, dated },
    members: members.map((member) => {
      const written = writtenLine(bare(member));
      return typeof written === "string" ? written : { ...written, reasoning: levelOf(written.reasoning) };
    }),
  };
  const row = given(await client.PUT("/api/councils/{name}", { params: { path: { name } }, body }));
  await queries.invalidateQueries({ queryKey: ["councils"] });
  return row;
}

const bare = ({ model, count, persona, system, temperature, max_output, reasoning, ballot }: Member): Member => ({
  ...{ model, count, persona, system, temperature, max_output, reasoning, ballot },
});

const LEVELS = ["low", "medium", "high"] as const;
const levelOf = (text: string | null) => LEVELS.find((level) => level === text) ?? null;

export async function dropCouncil(name: string): Promise<void> {
  await client.DELETE("/api/councils/{name}", { params: { path: { name } } });
  await queries.invalidateQueries({ queryKey: ["councils"] });
}

/** A free name for a copy: `mine-2`. */
export function freeName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/-\d+$/, "");
  for (let number = 2; ; number += 1) {
    const next = `${stem}-${String(number)}`;
    if (!taken.includes(next)) return next;
  }
}

/** What is wrong with a name; empty when nothing is. */
export function nameFault(name: string, taken: readonly string[]): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name))
    return say("Letters, digits, - and _ are needed, beginning with a letter or digit.");
  return taken.includes(name) ? say("There is one of this name already.") : "";
}
