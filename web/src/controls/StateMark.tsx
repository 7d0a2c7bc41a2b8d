// How does a session stand, at a glance? A live dot, or an icon; the word is always there to be read aloud.
import { CircleDashed, CirclePause, CircleSlash, CircleX, Coins, Gavel, Hourglass } from "lucide-react";
import { stateWords } from "@/hooks/sessions";
import css from "./statemark.module.css";

const MARKS: Record<string, typeof Gavel> = {
  waiting: Hourglass,
  interrupted: CirclePause,
  verdict: Gavel,
  inconclusive: CircleDashed,
  failed: CircleX,
  stopped: CircleSlash,
  out_of_budget: Coins,
};

const TONES: Record<string, string> = { waiting: "mid", out_of_budget: "mid", interrupted: "mid", failed: "bad" };

export function StateMark({ state }: { state: string }) {
  const Mark = MARKS[state];
  return (
    <span
      className={`${css["mark"]} middle fixed ${TONES[state] ?? "muted"}`}
      data-state={state}
      title={stateWords(state)}
    >
      {Mark === undefined ? <i /> : <Mark size={14} aria-hidden="true" />}
      <span className="unseen">{stateWords(state)}</span>
    </span>
  );
}
