// What stands in the middle of the ring? The stage and the question; in rounds, how sure the arbiter is each time.
import { readable } from "@/transcript/spoken";
import { percent, percents } from "@/findings/figures";
import { latest } from "@/playback/found";
import { memo, type CSSProperties } from "react";
import { useMoment } from "@/hooks/session";
import { stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";
import type { Layout } from "./geometry";
import { moveNow } from "../moment/presence";
import { tailOf } from "../moment/said";
import { stageNow, type Scene } from "../moment/scenes";
import css from "./centre.module.css";

const question = (state: SessionState): string => latest(state.findings, "topic")?.text ?? state.question.text;

export const Centre = memo(function Centre({ layout, scene }: { layout: Layout; scene: Scene }) {
  const asked = useMoment(({ state }) => question(state));
  const stage = useMoment(({ state }) => stageNow(state));
  const { x, y, width, height } = layout.centre;
  const size = asked.length > 220 ? "small" : asked.length > 90 ? "medium" : "large";
  const rounds = scene === "rounds";
  const title = (
    <>
      <p className={css["stage"]}>{stage === "" ? "The council gathers" : stageTitle(stage)}</p>
      <p className={css["question"]} data-size={layout.compact || rounds ? "small" : size}>
        {asked}
      </p>
    </>
  );
  if (rounds && !layout.compact) {
    const style = { left: x, top: layout.ring.y - 6, width, "--r": `${String(layout.radius)}px` } as CSSProperties;
    return (
      <div className={css["middle"]} style={style}>
        <div className={css["above"]}>{title}</div>
        <div className={css["below"]}>
          <Rounds />
          <Weighing />
        </div>
      </div>
    );
  }
  return (
    <div
      className={css["centre"]}
      style={{ left: x, top: y, width, height }}
      data-faint={scene === "alliances" || scene === "charges"}
    >
      {!(rounds && layout.compact) && title}
    </div>
  );
});

/** What the arbiter is writing, in a line or two. */
function Weighing() {
  const said = useMoment(({ state, speeches }) => {
    const move = moveNow(state, "arbiter");
    if (move?.state !== "asked") return "";
    const words = readable(speeches.get(move.key)?.text ?? "");
    return words === "" ? "Weighing the answers" : tailOf(words, 110);
  });
  return said === "" ? null : <p className={css["weighing"]}>{said}</p>;
}

/** The confidence of each round against what would be enough. */
function Rounds() {
  const found = useMoment(({ state }) => latest(state.findings, "rounds"));
  if (found === null) return null;
  const enough = percent(found.threshold);
  return (
    <>
      <ol className={css["rounds"]} aria-label={`How sure the arbiter is; ${enough} is enough`}>
        {found.rounds.map(({ number, confidence }) => (
          <li key={number}>
            <span>Round {number}</span>
            <span className={css["meter"]}>
              <i
                style={{ width: `${String((confidence ?? 0) * 100)}%` }}
                data-enough={(confidence ?? 0) >= found.threshold}
              />
              <b style={{ left: `${String(found.threshold * 100)}%` }} />
            </span>
            <span>{confidence === null ? "–" : percents(confidence, found.threshold)[0]}</span>
          </li>
        ))}
      </ol>
      <p className={css["enough"]}>{enough} is enough</p>
    </>
  );
}
