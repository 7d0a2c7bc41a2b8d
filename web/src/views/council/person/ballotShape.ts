// What is there to fill in on a ballot? The form it was asked for, read from its schema: one reading for every kind.
//
// What a schema says that is not read here makes no form; then the ballot is written as text.
import { say } from "@/language/say";

/** A value as far as it is filled in; nothing stands for what is not. */
export type Filled = string | number | boolean | Filled[] | { [name: string]: Filled | undefined } | undefined;

export type Shape =
  | { kind: "given"; value: string }
  | { kind: "words"; least: number; most: number | null }
  | { kind: "flag" }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "number"; low: number; high: number; step: number }
  | { kind: "order"; labels: readonly string[] }
  | { kind: "group"; fields: readonly (readonly [string, Shape])[] }
  | { kind: "list"; item: Shape; least: number; most: number };

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const numberOr = <T>(value: unknown, other: T): number | T => (typeof value === "number" ? value : other);

/** The form that a schema asks for; null where it asks for something no form is made for. */
export function shapeOf(schema: unknown): Shape | null {
  if (!isSchema(schema)) return null;
  const { type, enum: among, properties } = schema;
  if (type === "boolean") return { kind: "flag" };
  if (type === "string") {
    if (!Array.isArray(among))
      return { kind: "words", least: numberOr(schema["minLength"], 0), most: numberOr(schema["maxLength"], null) };
    const options = among.map(String);
    const [only] = options;
    return only !== undefined && options.length === 1 ? { kind: "given", value: only } : { kind: "choice", options };
  }
  if (type === "integer" || type === "number") return numbers(schema, Array.isArray(among) ? among : []);
  if (type === "array") {
    const item = shapeOf(schema["items"]);
    if (item === null) return null;
    return { kind: "list", item, least: numberOr(schema["minItems"], 0), most: numberOr(schema["maxItems"], 20) };
  }
  return type === "object" && isSchema(properties) ? object(properties) : null;
}

function numbers(schema: Schema, among: readonly unknown[]): Shape | null {
  const listed = among.filter((each): each is number => typeof each === "number");
  const low = listed.length > 0 ? Math.min(...listed) : numberOr(schema["minimum"], null);
  const high = listed.length > 0 ? Math.max(...listed) : numberOr(schema["maximum"], null);
  if (low === null || high === null) return null;
  const step = listed.length > 1 ? (high - low) / (listed.length - 1) : 1;
  return { kind: "number", low, high, step: Math.round(step * 1000) / 1000 };
}

/** An object is a group of fields; where every one of its names takes a place among as many, it is their order. */
function object(properties: Schema): Shape | null {
  const fields: (readonly [string, Shape])[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const shape = shapeOf(schema);
    if (shape === null) return null;
    fields.push([name, shape]);
  }
  const places = fields.every(
    ([, shape]) => shape.kind === "number" && shape.low === 1 && shape.high === fields.length && shape.step === 1,
  );
  const alone = fields.length === 1 && isSchema(Object.values(properties)[0]) && onlyOne(Object.values(properties)[0]);
  if ((places && fields.length > 1) || alone) return { kind: "order", labels: fields.map(([name]) => name) };
  return { kind: "group", fields };
}

const onlyOne = (schema: unknown): boolean =>
  isSchema(schema) && Array.isArray(schema["enum"]) && schema["enum"].length === 1 && schema["enum"][0] === 1;

/** A form with nothing filled in but what is given, and as many entries as a list must have. */
export function blank(shape: Shape): Filled {
  if (shape.kind === "given") return shape.value;
  if (shape.kind === "flag") return false;
  if (shape.kind === "words") return "";
  if (shape.kind === "list") return Array.from({ length: Math.max(shape.least, 0) }, () => blank(shape.item));
  if (shape.kind === "group") return Object.fromEntries(shape.fields.map(([name, inner]) => [name, blank(inner)]));
  return shape.kind === "order" && shape.labels.length === 1 ? { [shape.labels[0] ?? ""]: 1 } : undefined;
}

export const memberOf = (value: Filled, name: string): Filled =>
  typeof value === "object" && !Array.isArray(value) ? value[name] : undefined;

/** What is still wrong with what is filled in, by the field's place in the form: `scores.K7QX.why`. */
export function troubles(shape: Shape, value: Filled, at = ""): Map<string, string> {
  const found = new Map<string, string>();
  const told = (inner: Shape, of: Filled, place: string): void => {
    for (const [where, what] of troubles(inner, of, place)) found.set(where, what);
  };
  switch (shape.kind) {
    case "words": {
      const length = typeof value === "string" ? value.trim().length : 0;
      if (length < shape.least) found.set(at, say("Write something here."));
      else if (shape.most !== null && length > shape.most)
        found.set(
          at,
          say("At most {most, number} characters; these are {there, number}.", { most: shape.most, there: length }),
        );
      break;
    }
    case "choice":
      if (typeof value !== "string") found.set(at, say("Choose one."));
      break;
    case "number":
      if (typeof value !== "number") found.set(at, say("Choose a number."));
      break;
    case "order":
      if (value === undefined) found.set(at, say("Put them in your order, or say that this order is right."));
      break;
    case "group":
      for (const [name, inner] of shape.fields) told(inner, memberOf(value, name), at === "" ? name : `${at}.${name}`);
      break;
    case "list": {
      const entries = Array.isArray(value) ? value : [];
      entries.forEach((entry, number) => {
        told(shape.item, entry, `${at}.${String(number)}`);
      });
      if (entries.length < shape.least)
        found.set(at, say("At least {least, plural, one {# entry} other {# entries}}.", { least: shape.least }));
      break;
    }
  }
  return found;
}

/** Declining makes what else is not filled in of no account. */
export const declines = (value: Filled): boolean =>
  memberOf(value, "abstain") === true || memberOf(value, "abstained") === true;

/** The same with every field that is left out filled in as it must be, for a ballot that declines to judge. */
export function declined(shape: Shape, value: Filled): Filled {
  if (shape.kind === "group")
    return Object.fromEntries(shape.fields.map(([name, inner]) => [name, declined(inner, memberOf(value, name))]));
  if (shape.kind === "order") return value ?? Object.fromEntries(shape.labels.map((label) => [label, 1]));
  if (shape.kind === "number") return value ?? shape.low;
  if (shape.kind === "choice") return value ?? shape.options[0];
  if (shape.kind === "words") return typeof value === "string" && value.trim().length >= shape.least ? value : "–";
  return value ?? blank(shape);
}

/** A field's name as people read it. */
export function titleOf(name: string): string {
  if (/^[0-9A-Z]{4,}$/.test(name) && /\d/.test(name)) return say("Answer {label}", { label: name });
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
