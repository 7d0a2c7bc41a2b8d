// What is listed for what is typed? With nothing typed what was done of late, then everything; else what fits, best first.
import { GROUPS, type Command } from "./commands";
import { fitOf } from "./fuzzy";

const MOST = 40;

export interface Listed extends Command {
  /** The heading it stands under. */
  under: string;
}

export function foundOf(
  typed: string,
  commands: readonly Command[],
  sessions: readonly Command[],
  /** Whether these sessions were found for just what is typed. */
  sure: boolean,
  late: readonly string[],
): Listed[] {
  const all = [...commands, ...sessions];
  if (typed.trim() === "") {
    const recent = late.flatMap((id) => all.filter((command) => command.id === id));
    const rest = [...commands.filter((each) => each.group === "This session"), ...sessions.slice(0, 6), ...commands];
    return together([...recent.map((each) => ({ ...each, under: GROUPS.Recent })), ...rest.map(headed)]).slice(0, MOST);
  }
  const scored = commands
    .map((command) => ({ command, fit: fitting(typed, command) }))
    .concat(sessions.map((command) => ({ command, fit: Math.max(fitOf(typed, command.title), sure ? 300 : 0) })))
    .filter(({ fit }) => fit > 0)
    .map(({ command, fit }) => ({ command, fit: fit + (late.includes(command.id) ? 120 : 0) }))
    .sort((one, other) => other.fit - one.fit);
  return together(scored.map(({ command }) => headed(command))).slice(0, MOST);
}

/** By its title; by its heading and title together, or by other words for it, a little less. */
const fitting = (typed: string, { group, title, also = "" }: Command): number =>
  Math.max(fitOf(typed, title), fitOf(typed, `${GROUPS[group]} ${title}`) * 0.9, fitOf(typed, also) * 0.6);

const headed = (command: Command): Listed => ({ ...command, under: GROUPS[command.group] });

/** Each once, and what stands under one heading together, headings by their best. */
function together(rows: readonly Listed[]): Listed[] {
  const once = [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
  return [...new Set(once.map((row) => row.under))].flatMap((under) => once.filter((row) => row.under === under));
}
