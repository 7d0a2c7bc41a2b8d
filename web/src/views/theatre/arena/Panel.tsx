// What lies between the flanks? What a protocol brought for the scene, or the decree.
import { memo } from "react";
import type { Box } from "./places";
import { Decree } from "./Decree";
import { pictureOf, type Scene } from "../moment/scenes";
import css from "./panel.module.css";

export const Panel = memo(function Panel(given: { box: Box; scene: Scene; lead: string; compact: boolean }) {
  const { box, scene, lead, compact } = given;
  const { Panel: Own } = pictureOf(scene);
  const style = { left: box.x, top: box.y, width: box.width, height: box.height };
  return (
    <section
      className={css["panel"]}
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
