// How are amounts, tokens and sources written here? The same in every row, so that they can be compared.
import { locale, say } from "@/language/say";
export { money as dollars } from "@/councils/money";
import type { Schemas } from "@/wire/types";

export type Row = Schemas["UsageRow"];

const whole = new Intl.NumberFormat(locale);
const brief = new Intl.NumberFormat(locale, { notation: "compact" });
const dayWhole = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

export const number = (count: number): string => whole.format(count);

/** `12K`, `1.1M`. */
export const compact = (count: number): string => brief.format(count);

/** `3 November 2031`. */
export const wholeDay = (day: string): string => dayWhole.format(new Date(`${day}T00:00:00Z`));

const DOORS: Record<string, string> = {
  cli: say("Terminal"),
  browser: say("Browser"),
  server: "API",
  python: "Python",
  llm: say("The llm program"),
  batch: say("Runs over HTTP"),
  run: say("Runs of many questions"),
  study: say("Studies"),
  schedule: say("Schedules"),
  bench: say("Models tried out"),
  spectator: say("Debates started to be watched"),
  "three-stage": say("Page of the three-stage council"),
  responses: say("Chat programs (Responses API)"),
  chore: say("Chores of chat programs"),
  import: say("imported"),
};

export const doorOf = (door: string): string => DOORS[door] ?? door;

export const councilOf = (name: string): string =>
  name === "" ? say("No name: members chosen for the question") : name;
