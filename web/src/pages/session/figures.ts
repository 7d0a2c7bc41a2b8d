// Write a session's price and status in the words of the header.
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
