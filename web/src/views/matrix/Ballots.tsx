// Who judged what, and how? The ranking where there is one, then a protocol's own page, or a table of whatever this council's
// members judged.
import { useMemo } from "react";
import { Card } from "@/controls/Card";
import { FindingCard } from "@/findings/FindingCard";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { latestMade } from "@/playback/found";
import type { Logged } from "@/playback/log";
import type { Looks } from "@/playback/looks";
import type { Grid } from "../grid/grid";
import { GridTable } from "../grid/GridTable";
import { matrixParts, type Part, type Whole } from "./brought";
import { rankingGrid } from "./rankings";
import css from "./matrix.module.css";

export default function Ballots() {
  const looks = useLooks();
  const player = usePlayer();
  const part = useMoment(({ state }) => {
    const { findings, ballots, seats, protocol, stages } = state;
    return { findings, ballots, seats, protocol, stages };
  });
  const opened = useMoment(({ count }) => count > 0);
  const standing = useMoment(({ state }) => latestMade(state.findings, "standing"));
  const whole = useMemo(() => wholeOf(part), [part]);
  const grid = whole === null ? judged(part, looks, opened ? player.log.events[0] : undefined) : null;
  if (whole === null && grid === null && standing === null) return null;
  return (
    <div className={css["matrix"]}>
      {standing !== null && <FindingCard made={standing} />}
      {whole !== null && (
        <div className={css["sheet"]}>
          <Card title={whole.title} className={css["main"]}>
            {whole.main(looks)}
          </Card>
          <div className={css["beside"]}>{whole.beside(looks)}</div>
        </div>
      )}
      {grid !== null && (
        <Card title={grid.title} className={css["main"]}>
          <GridTable grid={grid} looks={looks} />
        </Card>
      )}
    </div>
  );
}

function wholeOf(part: Part): Whole | null {
  for (const { whole } of matrixParts()) {
    const found = whole?.(part) ?? null;
    if (found !== null) return found;
  }
  return null;
}

function judged(part: Part, looks: Looks, opening: Logged | undefined): Grid | null {
  const ranked = rankingGrid(part, looks);
  if (ranked !== null) return ranked;
  for (const { grid } of matrixParts()) {
    const found = grid?.(part, looks, opening) ?? null;
    if (found !== null) return found;
  }
  return null;
}
