// What lies between the flanks? The claims as they are drawn, the ballot on them, or the decree.
import { memo } from "react";
import type { Box } from "./geometry";
import { Claims } from "./Claims";
import { Decree } from "./Decree";
import type { Scene } from "../moment/scenes";
import css from "./panel.module.css";

export const Panel = memo(function Panel(given: { box: Box; scene: Scene; lead: string; compact: boolean }) {
  const { box, scene, lead, compact } = given;
  const style = { left: box.x, top: box.y, width: box.width, height: box.height };
  return (
    <section
      className={css["panel"]}
      style={style}
      data-scene={scene}
      data-compact={compact}
      data-key={lead === "" ? undefined : "led"}
    >
      {scene === "synthesis" ? <Decree lead={lead} /> : <Claims />}
    </section>
  );
});
