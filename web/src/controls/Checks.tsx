// What was found of a transcript, line by line: its seal, its signature, its replay, and each place that differs.
import { CircleCheck, CircleMinus, CircleX } from "lucide-react";
import { say, Say } from "@/language/say";
import type { Schemas } from "@/wire/types";
import css from "./controls.module.css";

export type Check = Schemas["VerifyResult"];

const WELL: readonly string[] = ["whole", "own", "known", "follows"];
const ILL: readonly string[] = ["changed", "wrong", "diverges"];
const SHOWN = 8;

export function Checks({ of }: { of: Check }) {
  const states = of.says.length === 1 ? [of.replay] : [of.seal, of.signature, of.replay];
  const more = of.further + Math.max(0, of.differences.length - 1 - SHOWN);
  return (
    <ul className={`${css["checks"]} stack tight`}>
      {of.says.map((words, at) => {
        const state = of.events === 0 ? "changed" : (states[at] ?? "");
        const tone = WELL.includes(state) ? "good" : ILL.includes(state) ? "bad" : "mid";
        const Mark = tone === "good" ? CircleCheck : tone === "bad" ? CircleX : CircleMinus;
        return (
          <li key={words} data-tone={tone}>
            <Mark size={16} aria-label={{ good: say("shown"), bad: say("wrong"), mid: say("not shown") }[tone]} />
            <span>{words}</span>
          </li>
        );
      })}
      {of.differences.slice(1, 1 + SHOWN).map(({ key, field, recorded, made }) => (
        <li key={`${key} ${field}`} data-tone="bad">
          <CircleX size={16} aria-label={say("wrong")} />
          <span>
            <Say
              text="<place></place>: recorded <recorded></recorded>, follows <made></made>"
              tags={{
                place: () => (
                  <>
                    <code>{key}</code> {field !== "" && <code>{field}</code>}
                  </>
                ),
                recorded: () => <q>{recorded}</q>,
                made: () => <q>{made}</q>,
              }}
            />
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>{say("{more, plural, one {# further difference} other {# further differences}}.", { more })}</li>
      )}
    </ul>
  );
}
