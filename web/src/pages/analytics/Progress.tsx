// How did adjusted marks move? A line for each model with the band it lies in; a dot is a month, or a day where there are few.
import { scaleLinear, scalePoint } from "d3-scale";
import { Card, Failed } from "@/controls/Card";
import { useNarrow } from "@/hooks/narrow";
import { say } from "@/language/say";
import { decimal } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useProgress, type Progress as Moved, type Whose } from "./asked";
import { hueOf, mark, span } from "./parts";
import css from "../figures.module.css";

const [HIGH, LEFT, TOP, FOOT] = [300, 34, 10, 26];

export function Progress({ whose }: { whose: Whose }) {
  const asked = useProgress(whose);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  if (asked.data === undefined || asked.data.points.length < 2) return null;
  return (
    <Card title={say("How adjusted marks moved")}>
      <Lines of={asked.data} />
      <p className={css["how"]}>
        {say(
          "Each point is over all debates up to then. The band is the fit’s 95 % interval, if marks err independently: where bands overlap, nothing tells the two apart.",
        )}
      </p>
    </Card>
  );
}

function Lines({ of: { points } }: { of: Moved }) {
  const narrow = useNarrow(620);
  const wide = narrow ? 420 : 760;
  const letters = narrow ? 17 : 12;
  const right = narrow ? 128 : 170;
  const models = [...new Set(points.flatMap((point) => point.models.map(({ id }) => id)))].sort();
  const values = points.flatMap((point) =>
    point.models.flatMap(({ low, high, adjusted }) => [low ?? adjusted, high ?? adjusted]),
  );
  const up = scaleLinear(
    [Math.max(1, Math.min(...values)), Math.min(10, Math.max(...values))],
    [HIGH - FOOT, TOP],
  ).nice(4);
  const across = scalePoint(
    points.map(({ until }) => until),
    [LEFT, wide - right],
  );
  const x = (until: string): number => across(until) ?? LEFT;
  const ends = spread(
    models.map((id) => ({ id, y: up(points.at(-1)?.models.find((each) => each.id === id)?.adjusted ?? 1) })),
    letters + 2,
  );
  const every = Math.ceil(points.length / (narrow ? 2 : 5));
  return (
    <figure className={css["figure"]}>
      <svg
        viewBox={`0 0 ${String(wide)} ${String(HIGH)}`}
        role="img"
        aria-label={say("Adjusted marks from {first} to {last}: {marks}", {
          first: span(points[0]?.until ?? ""),
          last: span(points.at(-1)?.until ?? ""),
          marks: (points.at(-1)?.models ?? []).map(({ id, adjusted }) => `${id} ${mark(adjusted)}`).join(", "),
        })}
      >
        {up.ticks(4).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={wide - right} y1={up(tick)} y2={up(tick)} stroke="var(--line)" />
            <text x={LEFT - 6} y={up(tick) + 4} textAnchor="end" style={{ fontSize: letters }}>
              {decimal(tick, 0)}
            </text>
          </g>
        ))}
        {points.map(
          ({ until }, at) =>
            at % every === 0 && (
              <text
                key={until}
                x={x(until)}
                y={HIGH - 6}
                textAnchor={at === 0 ? "start" : "middle"}
                style={{ fontSize: letters }}
              >
                {span(until)}
              </text>
            ),
        )}
        {models.map((id, at) => (
          <Line key={id} {...{ id, points, x, up }} colour={hueOf(at)} />
        ))}
        {ends.map(({ id, y }) => (
          <text
            key={id}
            x={wide - right + 10}
            y={y + letters / 3}
            style={{ fontSize: letters, fill: hueOf(models.indexOf(id)) }}
          >
            {short(id, narrow ? 13 : 24)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

interface Drawn {
  id: string;
  points: Moved["points"];
  x: (until: string) => number;
  up: (value: number) => number;
  colour: string;
}

function Line({ id, points, x, up, colour }: Drawn) {
  const mine = points.flatMap(({ until, debates, models }) => {
    const found = models.find((each) => each.id === id);
    return found === undefined ? [] : [{ ...found, until, all: debates }];
  });
  const banded = mine.filter(({ low, high }) => low !== null && high !== null);
  const edge = (of: "low" | "high"): string[] =>
    banded.map((each) => `${String(x(each.until))},${String(up(Math.min(10, Math.max(1, each[of] ?? 1))))}`);
  return (
    <g>
      {banded.length > 1 && (
        <polygon points={[...edge("high"), ...edge("low").reverse()].join(" ")} fill={colour} opacity={0.13} />
      )}
      <polyline
        points={mine.map((each) => `${String(x(each.until))},${String(up(each.adjusted))}`).join(" ")}
        fill="none"
        stroke={colour}
        strokeWidth={2}
      />
      {mine.map((each) => (
        <circle key={each.until} cx={x(each.until)} cy={up(each.adjusted)} r={3.2} fill={colour}>
          <title>
            {say("{model}, {until}: {mark} after {count, plural, one {# debate} other {# debates}}", {
              model: id,
              until: span(each.until),
              mark: mark(each.adjusted),
              count: each.debates,
            })}
          </title>
        </circle>
      ))}
    </g>
  );
}

/** Labels at the ends, moved apart so that none covers another. */
export function spread(labels: readonly { id: string; y: number }[], apart: number): { id: string; y: number }[] {
  const placed = [...labels].sort((one, other) => one.y - other.y).map((each) => ({ ...each }));
  for (let at = 1; at < placed.length; at++) {
    const [before, here] = [placed[at - 1], placed[at]];
    if (before !== undefined && here !== undefined) here.y = Math.max(here.y, before.y + apart);
  }
  const over = (placed.at(-1)?.y ?? 0) - (HIGH - 4);
  return over > 0 ? placed.map((each) => ({ ...each, y: each.y - over })) : placed;
}

const short = (id: string, most: number): string => {
  const own = id.slice(id.indexOf("/") + 1);
  return own.length > most ? `${own.slice(0, most - 1)}…` : own;
};
