// Which keys do what? The one table of shortcuts, and the one listener that finds who does it now.
//
// Parts of a page say what they do (`useShortcuts`); who said so last is asked first. Nothing acts while somebody
// types, single letters can be switched off, and what a view has already taken for itself is left alone.
import { useEffect, useRef } from "react";
import { preferences } from "@/hooks/preferences";
import { say } from "@/language/say";

export interface Shortcut {
  /** `mod` is Ctrl, or ⌘ on a Mac; the rest are names of keys. */
  keys: readonly string[];
  says: string;
  group: "Views" | "Time" | "Session" | "Everywhere";
}

export const SHORTCUTS = {
  transcript: { keys: ["1"], says: say("The answers"), group: "Views" },
  watch: { keys: ["2"], says: say("Watch"), group: "Views" },
  ballots: { keys: ["3"], says: say("Ballots"), group: "Views" },
  result: { keys: ["4"], says: say("Answer"), group: "Views" },
  play: { keys: ["Space"], says: say("Play or pause"), group: "Time" },
  back: { keys: ["ArrowLeft"], says: say("5 seconds back"), group: "Time" },
  on: { keys: ["ArrowRight"], says: say("5 seconds on"), group: "Time" },
  "far-back": { keys: ["Shift+ArrowLeft"], says: say("A tenth back"), group: "Time" },
  "far-on": { keys: ["Shift+ArrowRight"], says: say("A tenth on"), group: "Time" },
  "marker-back": { keys: ["["], says: say("Previous marker"), group: "Time" },
  "marker-on": { keys: ["]"], says: say("Next marker"), group: "Time" },
  "stage-back": { keys: ["PageUp"], says: say("Previous stage"), group: "Time" },
  "stage-on": { keys: ["PageDown"], says: say("Next stage"), group: "Time" },
  "event-back": { keys: [","], says: say("One event back"), group: "Time" },
  "event-on": { keys: ["."], says: say("One event on"), group: "Time" },
  slower: { keys: ["<"], says: say("Slower"), group: "Time" },
  faster: { keys: [">"], says: say("Faster"), group: "Time" },
  start: { keys: ["Home"], says: say("To the beginning"), group: "Time" },
  end: { keys: ["End"], says: say("To the end"), group: "Time" },
  newest: { keys: ["l"], says: say("To what happens now"), group: "Time" },
  tenth: { keys: ["Alt+0", "Alt+9"], says: say("To a tenth of the session"), group: "Time" },
  "full-screen": { keys: ["f"], says: say("Full screen"), group: "Session" },
  link: { keys: ["c"], says: say("Copy a link to this moment"), group: "Session" },
  "copy-words": { keys: ["mod+Shift+C"], says: say("Copy the last synthesis"), group: "Session" },
  "copy-code": { keys: ["mod+Shift+;"], says: say("Copy the last block of code"), group: "Session" },
  again: { keys: ["a"], says: say("Ask again with …"), group: "Session" },
  close: { keys: ["Escape"], says: say("Close what is open, or ask whether to stop"), group: "Session" },
  search: { keys: ["mod+K"], says: say("Search sessions and commands"), group: "Everywhere" },
  new: { keys: ["mod+Shift+O"], says: say("New session"), group: "Everywhere" },
  composer: { keys: ["Shift+Escape"], says: say("To the question"), group: "Everywhere" },
  convene: { keys: ["mod+Enter"], says: say("Ask, from anywhere in the form"), group: "Everywhere" },
  motion: { keys: ["m"], says: say("Motion: full, calm, off"), group: "Everywhere" },
  sheet: { keys: ["?", "mod+/"], says: say("Keyboard shortcuts"), group: "Everywhere" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;
/** What is done; false leaves the key to others. `tenth` gets its digit. */
export type Deeds = Partial<Record<ShortcutName, (key: string) => unknown>>;

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];
const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether a key stands alone: such shortcuts can be switched off. */
const isLetter = (key: string): boolean => key.length === 1;

/** A key as it is called in the table: `mod+Shift+C`, `Space`, `?`. */
export function keyOf(event: KeyboardEvent): string {
  const bare = event.key === " " ? "Space" : event.key;
  if (bare === "Alt" || bare === "Shift" || bare === "Control" || bare === "Meta") return "";
  const mod = isMac() ? event.metaKey : event.ctrlKey;
  if (!mod && (event.ctrlKey || event.metaKey)) return "";
  // On some layouts Alt changes what a digit types; its place on the keyboard does not change.
  if (event.altKey) return /^Digit\d$/.test(event.code) && !mod && !event.shiftKey ? `Alt+${event.code.slice(5)}` : "";
  if (mod) return `mod+${event.shiftKey && bare !== "/" ? "Shift+" : ""}${bare === ":" ? ";" : bare.toUpperCase()}`;
  return event.shiftKey && bare.length > 1 ? `Shift+${bare}` : bare;
}

function named(key: string): ShortcutName | undefined {
  if (/^Alt\+\d$/.test(key)) return "tenth";
  return NAMES.find((name) => SHORTCUTS[name].keys.some((each) => each.toLowerCase() === key.toLowerCase()));
}

/** Whether the key belongs to what is in focus: a field, or a widget that moves by the same keys. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]") !== null) return true;
  const field = target.closest("input, textarea, select, [contenteditable=''], [contenteditable=true]");
  const types = field !== null && !(field instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(field.type));
  if (types) return !(key.startsWith("mod+") || key === "Shift+Escape" || key === "Escape");
  if (key === "Space" || key === "Enter") return target.closest("button, a, summary, input, [role=button]") !== null;
  if (!/Arrow|Home|End|Page/.test(key)) return false;
  const widget = "[role=grid], table, [role=tablist], [role=listbox], [role=menu], [role=radiogroup], [role=log]";
  return target.closest(`${widget}, [data-arrows], [role=region][tabindex]`) !== null;
}

const mounted: Deeds[] = [];

function onKey(event: KeyboardEvent): void {
  const key = keyOf(event);
  const name = event.defaultPrevented || event.isComposing || key === "" ? undefined : named(key);
  if (name === undefined || isTaken(event.target, key)) return;
  if (isLetter(key) && !preferences().letters) return;
  for (const deeds of mounted.toReversed()) {
    const done = deeds[name]?.(key.slice(key.lastIndexOf("+") + 1));
    if (deeds[name] === undefined || done === false) continue;
    event.preventDefault();
    return;
  }
}

/** Which shortcuts something on the page does now; those that take a digit are left out. */
export const doable = (): ShortcutName[] =>
  NAMES.filter((name) => name !== "tenth" && mounted.some((deeds) => deeds[name] !== undefined));

/** Does what a shortcut does, without its key; answers whether anybody did. */
export function perform(name: ShortcutName): boolean {
  return mounted.toReversed().some((deeds) => deeds[name] !== undefined && deeds[name]("") !== false);
}

/** Says what these shortcuts do as long as the caller is there. */
export function useShortcuts(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    const entry: Deeds = new Proxy({}, { get: (_, name) => latest.current[name as ShortcutName] });
    if (mounted.length === 0) addEventListener("keydown", onKey);
    mounted.push(entry);
    return () => {
      mounted.splice(mounted.indexOf(entry), 1);
      if (mounted.length === 0) removeEventListener("keydown", onKey);
    };
  }, []);
}

/** Keys as `aria-keyshortcuts` wants them; undefined while they are switched off. */
export function ariaKeys(name: string): string | undefined {
  if (!Object.hasOwn(SHORTCUTS, name)) return undefined;
  const { keys } = SHORTCUTS[name as ShortcutName];
  const acting = keys.filter((key) => !isLetter(key) || preferences().letters);
  return acting.length === 0 ? undefined : acting.join(" ").replaceAll("mod", isMac() ? "Meta" : "Control");
}

/** Keys as people read them. */
export const shownKey = (key: string): string =>
  key
    .split("+")
    .map((each) => (each === "mod" && isMac() ? "⌘" : (SHOWN[each] ?? each)))
    .join("+")
    .replace(/^[a-z]$/, (letter) => letter.toUpperCase());

/** What stands on keys whose name is not what they type. */
const SHOWN: Readonly<Record<string, string>> = {
  mod: say("Ctrl"),
  Shift: say("Shift"),
  Enter: say("Enter"),
  Escape: say("Escape"),
  Space: say("Space"),
  PageUp: say("PageUp"),
  PageDown: say("PageDown"),
  ArrowLeft: "←",
  ArrowRight: "→",
};
