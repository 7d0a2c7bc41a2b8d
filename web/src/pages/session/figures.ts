// How are a session's figures written? Money, tokens and members, in the words of the header.
import { money } from "@/councils/words";
import { say } from "@/language/say";

/** Nano-dollars, what nobody tells and is at most, and whether that is all. What is presumed is never shown as a price. */
export function costText(nano: number, presumed: number, known: boolean): string {
  const price = money(nano / 1e9);
  if (!known) return say("{paid} or more", { paid: price });
  if (presumed === 0) return price;
  const most = say("at most {most}", { most: money((nano + presumed) / 1e9) });
  return nano === 0 ? most : `${price} (${most})`;
}

/** In steps of five: a number that changes with every token is no number to read. */
export const inSteps = (tokens: number): number => Math.floor(tokens / 5) * 5;

export const tokensText = (tokens: number): string => say("{tokens, number} tok", { tokens: inSteps(tokens) });

export const membersText = (count: number): string =>
  say("{members, plural, one {# member} other {# members}}", { members: count });

const STATUS: Record<string, string> = {
  verdict: say("Finished"),
  inconclusive: say("No answer given"),
  failed: say("Failed"),
  stopped: say("Stopped"),
  out_of_budget: say("Out of budget"),
  waiting: say("Waiting for a person"),
};

/** What goes on, or how it ended. */
export const statusText = (status: string, stage: string): string => STATUS[status] ?? (stage || say("Opening"));
