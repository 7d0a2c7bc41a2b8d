// What does the session look like in time? Bands of its stages, markers, and the playhead on them.
import { memo, useRef, useState, type CSSProperties, type PointerEvent } from "react";
import { usePlayer, useTransport } from "@/hooks/session";
import { bandAt, type Band, type Marker } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import { Markers } from "./Markers";
import { Playhead } from "./Playhead";
import type { Keys } from "./words";
import css from "./timeline.module.css";

interface Given {
  bands: readonly Band[];
  markers: readonly Marker[];
  keys: Keys;
}

/** This near to the right edge of a session that runs, what is meant is now. */
const AT_THE_EDGE = 0.995;

export function Track({ bands, markers, keys }: Given) {
  const player = usePlayer();
  const place = useRef<HTMLDivElement>(null);
  const [hovered, hover] = useState<{ share: number; t: number } | null>(null);
  const resumes = useRef(false);

  const shareAt = (event: PointerEvent): number => {
    const box = place.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return 0;
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const go = (event: PointerEvent): void => {
    const share = shareAt(event);
    if (share > AT_THE_EDGE && !player.transport().ended) player.toHead();
    else player.seek(share * player.show.duration);
  };
  const resume = (): void => {
    if (!resumes.current) return;
    resumes.current = false;
    // To play on at the end would be to begin again: who dragged there wants to see the end.
    const { ended, atHead } = player.transport();
    if (ended && player.moment().at >= player.show.duration) player.toHead();
    else if (!atHead || ended) player.play();
  };
  return (
    <div
      ref={place}
      className={css["track"]}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        resumes.current = player.transport().playing;
        if (resumes.current) player.pause();
        go(event);
        place.current?.querySelector<HTMLElement>("[role=slider]")?.focus({ preventScroll: true });
      }}
      onPointerMove={(event) => {
        const share = shareAt(event);
        hover({ share, t: share * player.show.duration });
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
      onPointerUp={resume}
      onPointerCancel={resume}
      onPointerLeave={() => {
        hover(null);
      }}
    >
      <Bands bands={bands} />
      <Markers markers={markers} />
      <Playhead bands={bands} keys={keys} />
      {hovered !== null && <Hovered {...hovered} bands={bands} />}
    </div>
  );
}

/** The time under the pointer, and its stage. */
function Hovered({ share, t, bands }: { share: number; t: number; bands: readonly Band[] }) {
  return (
    <div className={css["hovered"]} style={{ "--share": share } as CSSProperties} aria-hidden="true">
      <b>{clockText(t)}</b> {bandAt(bands, t)?.title}
    </div>
  );
}

/** Hues of bands, in turn: told apart from their neighbours, and from members, by being dim. */
const HUES = [220, 196, 288, 82, 152, 186, 172, 76, 54];

const Bands = memo(function Bands({ bands }: { bands: readonly Band[] }) {
  const duration = useTransport((transport) => Math.max(1, transport.duration));
  return (
    <div className={`${css["bands"]} flex absolute gap-small`} aria-hidden="true">
      {bands.map((band, index) => {
        const style = {
          flexGrow: Math.max(band.to - band.from, duration / 400),
          "--tint": HUES[index % HUES.length],
        } as CSSProperties;
        return (
          <div key={band.seq} className={css["band"]} style={style} data-band="">
            <span>{band.title}</span>
          </div>
        );
      })}
    </div>
  );
});
