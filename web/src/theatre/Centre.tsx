// What stands in the middle of the ring? The stage and the question; in rounds, how sure the arbiter is each time.
import { memo } from "react";
import { useMoment } from "@/hooks/session";
import { stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";
import type { Layout } from "./geometry";
import { latest, stageNow, type Scene } from "./scenes";
import css from "./centre.module.css";

const question = (state: SessionState): string => latest(state, "topic")?.text ?? state.question.text;

export const Centre = memo(function Centre({ layout, scene }: { layout: Layout; scene: Scene }) {
  const asked = useMoment(({ state }) => question(state));
  const stage = useMoment(({ state }) => stageNow(state));
  const { x, y, width, height } = layout.centre;
  const size = asked.length > 220 ? "small" : asked.length > 90 ? "medium" : "large";
  const rounds = scene === "rounds";
  return (
    <div
      className={css["centre"]}
      style={{ left: x, top: y, width, height }}
      data-faint={scene === "alliances" || scene === "charges"}
      data-rounds={rounds}
    >
      <p className={css["stage"]}>{stage === "" ? "The council gathers" : stageTitle(stage)}</p>
      <p className={css["question"]} data-size={layout.compact || rounds ? "small" : size}>
        {asked}
      </p>
      {rounds && <Rounds />}
    </div>
  );
});

/** The confidence of each round against what would be enough. */
function Rounds() {
  const found = useMoment(({ state }) => latest(state, "rounds"));
  if (found === null) return <span className={css["space"]} />;
  const enough = `${(found.threshold * 100).toFixed(0)} %`;
  return (
    <>
      <span className={css["space"]} />
      <ol className={css["rounds"]} aria-label={`How sure the arbiter is; ${enough} is enough`}>
        {found.rounds.map(({ number, confidence }) => (
          <li key={number}>
            <span>Round {number}</span>
            <span className={css["meter"]}>
              <i style={{ width: `${String((confidence ?? 0) * 100)}%` }} data-enough={(confidence ?? 0) >= found.threshold} />
              <b style={{ left: `${String(found.threshold * 100)}%` }} />
            </span>
            <span>{confidence === null ? "–" : `${(confidence * 100).toFixed(0)} %`}</span>
          </li>
        ))}
      </ol>
      <p className={css["enough"]}>{enough} is enough</p>
    </>
  );
}
