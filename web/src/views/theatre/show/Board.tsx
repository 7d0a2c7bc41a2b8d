// Who climbs where? Everybody by its figure, from the order of the seats to the order of the standing.
import type { CSSProperties } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { lookOf } from "@/playback/looks";
import { standingOf } from "../moment/standing";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./show.module.css";

/** More rows than this have no room; the standing beside the arena has them all. */
const MOST = 9;

export function Board() {
  const looks = useArenaLooks();
  const standing = useMoment(({ state }) => standingOf(state));
  const seats = useMoment(({ state }) => state.seats);
  const rows = standing.rows.slice(0, MOST);
  return (
    <article className={css["card"]} data-board="">
      <p className={css["says"]}>{standing.says}</p>
      <ol className={css["board"]} style={{ "--rows": rows.length } as CSSProperties}>
        {rows.map((row, place) => {
          const look = lookOf(looks, row.seat);
          const was = Math.min(
            rows.length - 1,
            seats.findIndex(({ id }) => id === row.seat),
          );
          const style = { "--place": place, "--was": was, "--hue": look.hue ?? 0 } as CSSProperties;
          return (
            <li key={row.seat} style={style} data-tone={row.tone}>
              <span>{row.place}</span>
              <Face look={look} size={24} mood={row.mood === "" ? "idle" : row.mood} />
              <b className="cut">
                <Called name={look.name} />
              </b>
              <i style={{ scale: `${String(Math.max(0, Math.min(1, row.share)))} 1` }} />
              <strong>{row.figure}</strong>
            </li>
          );
        })}
      </ol>
    </article>
  );
}
