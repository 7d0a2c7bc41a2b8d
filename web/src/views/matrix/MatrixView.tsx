// Who judged what, and how? A protocol's own page where it brings one; else whatever this council's members judged.
import { Fragment, useMemo } from "react";
import { Card, Empty } from "@/controls/Card";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import type { Logged } from "@/playback/log";
import type { Looks } from "@/playback/looks";
import type { Grid } from "../grid/grid";
import { GridTable } from "../grid/GridTable";
import { VerdictCard } from "@/views/verdict/VerdictCard";
import { Link } from "wouter";
import { filling, matrixBrought, matrixParts, type Part, type Whole } from "./brought";
import { rankingGrid } from "./rankings";
import css from "./matrix.module.css";

export default function MatrixView() {
  const looks = useLooks();
  const player = usePlayer();
  const part = useMoment(({ state }) => {
    const { findings, ballots, seats, protocol, stages } = state;
    return { findings, ballots, seats, protocol, stages };
  });
  const opened = useMoment(({ count }) => count > 0);
  const whole = useMemo(() => wholeOf(part), [part]);
  const grid = whole === null ? judged(part, looks, opened ? player.log.events[0] : undefined) : null;
  if (whole === null && grid === null) return <Nothing part={part} />;
  return (
    <div className={css["matrix"]}>
      <div className={css["sheet"]}>
        {whole !== null ? (
          <Card title={whole.title} className={css["main"]}>
            {whole.main(looks)}
          </Card>
        ) : (
          grid !== null && (
            <Card title={grid.title} className={css["main"]}>
              <GridTable grid={grid} looks={looks} />
            </Card>
          )
        )}
        <div className={css["beside"]}>
          <VerdictCard />
          {whole?.beside(looks)}
        </div>
      </div>
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

function Nothing({ part }: { part: Part }) {
  const { base } = useSteering();
  const ahead = matrixBrought(part.protocol)?.ahead;
  const running = useMoment(({ state }) => state.status === "running" || state.status === "waiting");
  return (
    <Empty
      title={
        ahead === undefined
          ? "This way of deliberating takes no votes."
          : running
            ? "Nothing has been judged yet."
            : "Nothing was judged up to this moment."
      }
    >
      <p>{ahead ?? "Votes, rankings, marks and scores stand here in the ways that take them."}</p>
      <p>
        What was said is in the <Link href={`${base}/council`}>council view</Link>.
        {ahead === undefined && (
          <>
            {" "}
            {filling().map(({ protocol, fills }, at) => (
              <Fragment key={protocol}>
                {at === 0 ? "A " : " or a "}
                <Link href={`/?protocol=${protocol}`}>{fills}</Link>
              </Fragment>
            ))}{" "}
            fills this page.
          </>
        )}
      </p>
    </Empty>
  );
}
