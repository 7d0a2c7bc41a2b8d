// What lies large in the arena now? Who has the floor, who judges whom, who climbs, who came first; or what a protocol brought.
import { memo, type ComponentType, type CSSProperties } from "react";
import { useMoment } from "@/hooks/session";
import type { Beat } from "@/playback/show/beat";
import type { Box } from "../arena/places";
import { theatreBrought, type Shown } from "../brought";
import { Board } from "./Board";
import { Curtain } from "./Curtain";
import { Floor, Writing } from "./Floor";
import { Reading } from "./Reading";
import css from "./show.module.css";

const CARDS: Readonly<Record<string, ComponentType<Shown>>> = {
  floor: Floor,
  reading: Reading,
  climbing: Board,
  curtain: Curtain,
};

/** The card of a beat; nothing where there is none. */
export function cardOf(protocol: string, as: string): ComponentType<Shown> | undefined {
  return theatreBrought(protocol)?.shown?.[as] ?? (Object.hasOwn(CARDS, as) ? CARDS[as] : undefined);
}

/** What is a card of its own. */
const keyOf = ({ as, key, nth }: Beat): string => `${as} ${key} ${String(nth)}`;

interface Given extends Shown {
  box: Box;
  /** Whether somebody who speaks while the session runs is shown here, too. */
  writes: boolean;
}

export const Spotlight = memo(function Spotlight({ box, writes, onOpen }: Given) {
  const as = useMoment(({ beat }) => beat?.as ?? "");
  const protocol = useMoment(({ state }) => state.protocol);
  const key = useMoment(({ beat }) => (beat === null ? "" : keyOf(beat)));
  const Card = cardOf(protocol, as) ?? (writes ? Writing : undefined);
  if (Card === undefined) return null;
  const style = { left: box.x, top: box.y, width: box.width, height: box.height } as CSSProperties;
  return (
    <div className={`${css["spotlight"]} middle absolute no-touch`} style={style} data-as={as}>
      <Card key={key} onOpen={onOpen} />
    </div>
  );
});
