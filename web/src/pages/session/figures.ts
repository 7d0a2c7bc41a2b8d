// How are a session's figures written? Money, tokens and members, in the words of the header.
import { money } from "@/councils/words";

/** Nano-dollars, and whether that is all. */
export const costText = (nano: number, known: boolean): string => `${money(nano / 1e9)}${known ? "" : " or more"}`;

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
