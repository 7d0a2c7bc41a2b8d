// What is sent to ask many questions, what would it take, and how is it begun once?
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { FORETELLING, SETTLES } from "@/councils/estimating";
import { useSettled } from "@/councils/settled";
import { freshKey } from "@/hooks/once";
import { client, given, problemFrom } from "@/wire/client";
import type { Problem, Schemas } from "@/wire/types";
import type { Sitting } from "../sitting";

export type StudyBody = Schemas["StudyBody"];
export type StudyEstimate = Schemas["StudyEstimate"];
export type CorpusRow = Schemas["CorpusRow"];

export interface Picked {
  /** A set of questions by name; empty for those that are written here. */
  corpus: string;
  /** Only these of its domains; with none, all. */
  domains: readonly string[];
  /** The questions that are written here, one a line. */
  lines: string;
  /** Whether every line of those is a question, whatever it looks like. */
  plain: boolean;
  repeats: string;
  /** What the study is called; empty to have it named after its questions. */
  name: string;
}
export const NOTHING: Picked = { corpus: "", domains: [], lines: "", plain: false, repeats: "1", name: "" };

export const MOST_REPEATS = 100;

export const useCorpora = () =>
  useQuery({ queryKey: ["corpora"], queryFn: async () => given(await client.GET("/api/corpora")).corpora });

/** How often each question is asked; null where that is no such number. */
export function repeatsOf({ repeats }: Picked): number | null {
  const read = /^\s*\d{1,3}\s*$/.test(repeats) ? Number(repeats) : 0;
  return read >= 1 && read <= MOST_REPEATS ? read : null;
}

export const isEmpty = ({ corpus, lines }: Picked): boolean => corpus === "" && lines.trim() === "";

/** The request: who sits as for one question, but for what is done only where somebody watches. */
export function bodyOf(picked: Picked, sitting: Sitting): StudyBody {
  const { body, fields, options: chosen, base } = sitting;
  const { members, council, chair, stand_ins, offices, rubric, seed, system, budget } = body;
  const protocol = sitting.protocol?.protocol; // always: a set's own rubric would choose another than is shown
  const watched = new Set(fields.filter((field) => field.watched !== null).map((field) => field.name));
  const options = Object.fromEntries(
    Object.entries(body.options).filter(([name]) => !watched.has(name) || name in chosen || name in base),
  );
  const shared = { members, council, chair, stand_ins, protocol, rubric, seed, system, budget };
  const set = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined && value !== null));
  const what =
    picked.corpus === ""
      ? { lines: picked.lines, plain: picked.plain }
      : { corpus: picked.corpus, domains: [...picked.domains] };
  return { ...EMPTY, ...set, offices, options, ...what, name: picked.name.trim(), repeats: repeatsOf(picked) ?? 1 };
}
const EMPTY: StudyBody = {
  name: "",
  corpus: "",
  domains: [],
  questions: [],
  lines: "",
  plain: false,
  repeats: 1,
  council: "",
  members: [],
  chair: "",
  stand_ins: [],
  offices: {},
  protocol: "",
  rubric: "",
  options: {},
  seed: "",
  system: "",
};

export interface Foretold {
  row: StudyEstimate | undefined;
  problem: Problem | null;
  busy: boolean;
  /** Whether what is told is of what stood here before. */
  stale: boolean;
}

/** What these questions would take; asked anew once nobody types any more. */
export function useForetold(body: StudyBody, ready: boolean): Foretold {
  const wanted = JSON.stringify(body);
  const asked = useSettled(wanted, SETTLES);
  const found = useQuery({
    queryKey: ["studies", "estimate", asked],
    queryFn: async ({ signal }) =>
      given(await client.POST("/api/studies/estimate", { body: JSON.parse(asked) as StudyBody, signal })),
    enabled: ready && asked === wanted, // until it settles, what was asked last may have been nothing at all
    ...FORETELLING,
  });
  return {
    row: ready ? found.data : undefined,
    problem: ready && found.error !== null ? problemFrom(found.error) : null,
    busy: ready && (found.isFetching || asked !== wanted),
    stale: ready && found.data !== undefined && (asked !== wanted || found.isPlaceholderData),
  };
}

/** Begins; sent again unchanged, by a double click or after a lost answer, it is the same study. */
export function useBeginning(): (body: StudyBody) => Promise<string> {
  const once = useRef({ of: "", key: "" });
  return async (body) => {
    const of = JSON.stringify(body);
    if (once.current.of !== of) once.current = { of, key: freshKey() };
    const params = { header: { "Idempotency-Key": once.current.key } };
    const begun = given(await client.POST("/api/studies", { body, params }));
    once.current = { of: "", key: "" };
    return begun.study;
  };
}
