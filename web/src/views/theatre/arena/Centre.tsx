// What stands in the middle of the ring? The stage, a topic of its own, and what a protocol brought for the scene.
import { memo, type CSSProperties } from "react";
import { usePreferences } from "@/hooks/preferences";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";
import { theatreParts } from "../brought";
import type { Layout } from "./places";
import { pictureOf, stageNow, type Scene } from "../moment/scenes";
import css from "./centre.module.css";

/** What is deliberated on, where that is in other words than the question above. */
function topic(state: SessionState): string {
  for (const { asked } of theatreParts()) {
    const text = asked?.(state.findings) ?? null;
    if (text !== null) return text.trim() === state.question.text.trim() ? "" : text;
  }
  return "";
}

export const Centre = memo(function Centre({ layout, scene }: { layout: Layout; scene: Scene }) {
  const asked = useMoment(({ state }) => topic(state));
  const stage = useMoment(({ state }) => stageNow(state));
  const floor = usePreferences().floor === "one";
  const { x, y, width, height } = layout.centre;
  const size = asked.length > 220 ? "small" : asked.length > 90 ? "medium" : "large";
  const { Middle, faint = false } = pictureOf(scene);
  const title = (
    <>
      <p className="caps">{stage === "" ? say("The council gathers") : stageTitle(stage)}</p>
      {asked !== "" && (
        <p className={css["question"]} data-size={layout.compact || Middle !== undefined ? "small" : size}>
          {asked}
        </p>
      )}
    </>
  );
  if (Middle !== undefined && !layout.compact && !floor) {
    const style = {
      left: x,
      top: layout.ring.y - 6,
      width,
      "--r": `${String(layout.radius)}px`,
    } as CSSProperties;
    return (
      <div className={`${css["middle"]} absolute text-centre no-touch`} style={style}>
        <div className={`${css["above"]} stack tight absolute items-centre`}>{title}</div>
        <div className={`${css["below"]} stack tight absolute items-centre`}>
          <Middle />
        </div>
      </div>
    );
  }
  return (
    <div className={css["centre"]} style={{ left: x, top: y, width, height }} data-faint={faint}>
      {(Middle === undefined || floor) && title}
      {Middle !== undefined && floor && !layout.compact && <Middle />}
    </div>
  );
});
