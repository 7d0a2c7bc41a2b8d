// Who is in the light? A cone falls from above on whoever speaks while the others are dimmed.
import { memo } from "react";
import { useMoment } from "@/hooks/session";
import type { Layout } from "./places";
import { moveNow, presenceOf } from "../moment/presence";
import { inTheLight, turnOf } from "../moment/scenes";
import css from "./light.module.css";

export const Light = memo(function Light({ layout }: { layout: Layout }) {
  const speaker = useMoment((moment) => {
    const turn = turnOf(moment);
    if (turn !== "") return turn;
    const lit = inTheLight(moment.state);
    if (lit.length === 0) return "";
    const speaking = lit.find((seat) => presenceOf(moment, seat) === "speaking");
    const answering = lit.find((seat) => moveNow(moment.state, seat)?.key.includes("#") === false);
    return speaking ?? answering ?? "";
  });
  const spot = layout.spots.find(({ id }) => id === speaker);
  const { x, y } = spot ?? { x: layout.ring.x, y: layout.ring.y };
  const style = { translate: `${String(Math.round(x))}px 0`, height: Math.round(y + layout.radius + 40) };
  return <span className={css["cone"]} style={style} data-on={spot !== undefined} aria-hidden="true" />;
});
