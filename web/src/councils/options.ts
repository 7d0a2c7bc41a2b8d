// What can be set for a protocol? Its JSON Schema read as fields, and what is wrong with a value before it is sent.
import { exact, say } from "@/language/say";
import type { ProtocolRow } from "@/wire/types";

export type OptionValue = string | number | boolean | string[];
export type OptionValues = Readonly<Record<string, OptionValue>>;

export interface OptionField {
  name: string;
  kind: "switch" | "number" | "text" | "list" | "choice";
  /** What may be chosen, or what is suggested. */
  choices: string[];
  /** Whether it may be left unset. */
  free: boolean;
  whole: boolean;
  least: number | null;
  most: number | null;
  /** Whether the least itself is too little. */
  above: boolean;
  says: string;
  plain: OptionValue | null;
  /** What it is where somebody watches and nobody sets it, if that is something else. */
  watched: OptionValue | null;
  /** Whether every protocol has it. */
  shared: boolean;
  /** Whether it stands beside the protocol, not among the others. */
  inSight: boolean;
}

interface Shape {
  type?: string;
  enum?: unknown[];
  anyOf?: Shape[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  examples?: unknown[];
  "x-shared"?: boolean;
  "x-watched"?: OptionValue;
  "x-in-sight"?: boolean;
}

/** The fields of a protocol's options, in its own order. */
export function fieldsOf(protocol: ProtocolRow): OptionField[] {
  const { properties } = protocol.options as { properties?: Record<string, Shape> };
  return Object.entries(properties ?? {}).map(([name, shape]) => fieldOf(name, shape));
}

function fieldOf(name: string, shape: Shape): OptionField {
  const kinds = (shape.anyOf ?? [shape]).map((each) => (each.enum === undefined ? each.type : "enum"));
  const choices = (shape.enum ?? shape.anyOf?.find((each) => each.enum)?.enum ?? shape.examples ?? []).map(String);
  const kind = kinds.includes("array")
    ? "list"
    : kinds.includes("boolean")
      ? "switch"
      : kinds.includes("number") || kinds.includes("integer")
        ? "number"
        : choices.length > 0
          ? "choice"
          : "text";
  return {
    name,
    kind,
    choices,
    free: kinds.includes("null"),
    whole: !kinds.includes("number"),
    least: shape.minimum ?? shape.exclusiveMinimum ?? null,
    above: shape.minimum === undefined && shape.exclusiveMinimum !== undefined,
    most: shape.maximum ?? null,
    says: shape.description ?? "",
    plain: (shape.default ?? null) as OptionValue | null,
    watched: shape["x-watched"] ?? null,
    shared: shape["x-shared"] ?? false,
    inSight: shape["x-in-sight"] ?? false,
  };
}

/** The same as they are where somebody watches. */
export const watchedFields = (fields: readonly OptionField[]): OptionField[] =>
  fields.map((field) => ({ ...field, plain: field.watched ?? field.plain }));

/** What is sent for them: what somebody watches for, unless the council or a choice says otherwise. */
export const withWatched = (
  fields: readonly OptionField[],
  base: OptionValues,
  chosen: OptionValues,
): Record<string, OptionValue> => ({
  ...Object.fromEntries(
    fields.flatMap(({ name, watched }) => (watched === null || name in base ? [] : [[name, watched]])),
  ),
  ...chosen,
});

/** What is wrong with these values, by option; the server has the last word. */
export function faultsIn(fields: readonly OptionField[], values: OptionValues): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || field.kind !== "number") continue;
    const fault = numberFault(field, value);
    if (fault !== "") faults[field.name] = fault;
  }
  return faults;
}

function numberFault({ whole, least, most, above }: OptionField, value: OptionValue): string {
  if (typeof value !== "number") return say("A number is needed here.");
  if (whole && !Number.isInteger(value)) return say("A whole number is needed here.");
  if (least !== null && (above ? value <= least : value < least))
    return above
      ? say("It must be above {least}.", { least: exact(least) })
      : say("It must be at least {least}.", { least: exact(least) });
  if (most !== null && value > most) return say("It must be at most {most}.", { most: exact(most) });
  return "";
}

/** The option a refusal speaks of, if it names one of these. */
export function optionNamed(message: string, fields: readonly OptionField[]): string {
  const names = new Set(fields.map((field) => field.name));
  for (const [, word] of message.matchAll(/[`']([a-z_]+)[`']/g)) if (word !== undefined && names.has(word)) return word;
  return "";
}

/** The same values without those that are as they are anyway. */
export function changedOnly(fields: readonly OptionField[], values: OptionValues, base: OptionValues): OptionValues {
  const kept: Record<string, OptionValue> = {};
  for (const { name, plain } of fields) {
    const value = values[name];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(base[name] ?? plain)) kept[name] = value;
  }
  return kept;
}
