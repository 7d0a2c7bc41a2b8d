// Is this less than a full result? Who is missing, where and why, and what else was cut short: above the text.
import { Face } from "@/faces/Face";
import { useLooks, useMoment } from "@/hooks/session";
import { stageTitle } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { marksOf, missingOf, oftenOf } from "./outcome";
import css from "./verdict.module.css";

const WAYS: Record<string, string> = {
  late: "came too late",
  spoiled: "handed in a ballot that could not be read",
  abstained: "declined to judge",
  refused: "refused to answer",
  empty: "answered with nothing",
};

export function Gone() {
  const looks = useLooks();
  const missing = useMoment(({ state }) => missingOf(state));
  const marks = useMoment(({ state }) => marksOf(state));
  if (missing.length + marks.length === 0) return null;
  return (
    <ul className={css["gone"]} aria-label="What is missing">
      {oftenOf(missing).map(([each, often], at) => {
        const look = lookOf(looks, each.seat);
        return (
          <li key={String(at)}>
            <Face look={look} size={20} mood="failed" />
            <span>
              <b>{look.name}</b> {WAYS[each.failed] ?? "is missing"}
              {often > 1 && ` ${String(often)} times`} in {stageTitle(each.stage).toLowerCase()}
              {each.cause === "" ? "." : `: ${each.cause}`}
            </span>
          </li>
        );
      })}
      {marks.map((words) => (
        <li key={words}>
          <span aria-hidden="true">!</span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
