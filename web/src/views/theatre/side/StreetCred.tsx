// Who stands where? Rows that slide to their places as results come in.
import { memo, type CSSProperties } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Row } from "../brought";
import { standingShown } from "../moment/standing";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./side.module.css";

const ROW = 52;

export function StreetCred({ onOpen }: { onOpen: (seat: string) => void }) {
  const standing = useMoment(standingShown);
  const members = useMoment(({ state }) => state.seats);
  const at = new Map(standing.rows.map((row, index) => [row.seat, { row, index }]));
  return (
    <section aria-label={say("Ranking")}>
      <h2 className="spread caps flex on-baseline tight below">
        {say("Ranking")} <small>{standing.says}</small>
      </h2>
      <ol className="here" style={{ height: members.length * ROW }}>
        {members.map(({ id }) => {
          const placed = at.get(id);
          return placed === undefined ? null : (
            <CredRow key={id} row={placed.row} index={placed.index} onOpen={onOpen} />
          );
        })}
      </ol>
    </section>
  );
}

const CredRow = memo(function CredRow({
  row,
  index,
  onOpen,
}: {
  row: Row;
  index: number;
  onOpen: (seat: string) => void;
}) {
  const look = lookOf(useArenaLooks(), row.seat);
  const style = { translate: `0 ${String(index * ROW)}px`, "--hue": look.hue ?? 0 } as CSSProperties;
  return (
    <li className={css["row"]} style={style} data-grey={look.hue === null}>
      <button
        type="button"
        onClick={() => {
          onOpen(row.seat);
        }}
      >
        <span className={`${css["place"]} gold text-centre`}>{row.place}</span>
        <Face look={look} size={26} mood={row.mood === "" ? "idle" : row.mood} />
        <span className={`${css["who"]} stack tight`}>
          <b className="cut">
            <Called name={look.name} />
          </b>
          <span className={css["bar"]}>
            <i style={{ scale: `${String(Math.max(0, Math.min(1, row.share)))} 1` }} />
          </span>
        </span>
        <span className={`${css["figure"]} grid items-end`}>
          <b>{row.figure}</b>
          <small>{row.beside}</small>
        </span>
      </button>
    </li>
  );
});
