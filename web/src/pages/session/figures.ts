// How are a session's figures written? Money, tokens and members, in the words of the header.
import { money } from "@/councils/words";

/** Nano-dollars, what nobody tells and is at most, and whether that is all. What is presumed is never shown as a price. */
export function costText(nano: number, presumed: number, known: boolean): string {
  const price = `${money(nano / 1e9)}${known ? "" : " or more"}`;
  if (presumed === 0 || !known) return price;
  const most = `at most ${money((nano + presumed) / 1e9)}`;
  return nano === 0 ? most : `${price} (${most})`;
}

/** In steps of five: a number that changes with every token is no number to read. */
export const inSteps = (tokens: number): number => Math.floor(tokens / 5) * 5;

export const tokensText = (tokens: number): string => `${inSteps(tokens).toLocaleString("en")} tok`;

export const membersText = (count: number): string => `${String(count)} ${count === 1 ? "member" : "members"}`;

const STATUS: Record<string, string> = {
  verdict: "Adjourned",
  inconclusive: "Adjourned, no verdict",
  failed: "Failed",
  stopped: "Stopped",
  out_of_budget: "Out of budget",
  waiting: "Waiting for a person",
};

/** What goes on, or how it ended. */
export const statusText = (status: string, stage: string): string => STATUS[status] ?? (stage || "Opening");
