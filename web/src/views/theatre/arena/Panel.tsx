// What lies between the flanks? What a protocol brought for the scene, or the decree.
import { memo, type CSSProperties } from "react";
import type { Box } from "./places";
import { Decree } from "./Decree";
import { pictureOf, type Scene } from "../moment/scenes";
import css from "./panel.module.css";

interface Given {
  box: Box;
  scene: Scene;
  lead: string;
  compact: boolean;
  /** How much larger than usual everything is. */
  times: number;
}

export const Panel = memo(function Panel({ box, scene, lead, compact, times }: Given) {
  const { Panel: Own } = pictureOf(scene);
  const style = { left: box.x, top: box.y, width: box.width, height: box.height, "--times": times } as CSSProperties;
  return (
    <section
      className={`${css["panel"]} column on-card absolute lifted`}
      style={style}
      data-scene={scene}
      data-own={Own !== undefined}
      data-compact={compact}
      data-key={lead === "" ? undefined : "led"}
    >
      {Own === undefined ? <Decree lead={lead} /> : <Own />}
    </section>
  );
});
