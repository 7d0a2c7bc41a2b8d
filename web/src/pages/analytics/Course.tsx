// How did a model's character show over time? Shares and means over all its debates up to then, with what was said of it.
import { scaleLinear } from "d3-scale";
import { useState } from "react";
import { Card } from "@/controls/Card";
import { Choice } from "@/controls/Switches";
import { useNarrow } from "@/hooks/narrow";
import { say } from "@/language/say";
import { day, decimal, percent } from "@/language/written";
import type { CoursePoint } from "./asked";
import css from "../figures.module.css";

type Measure = "contrary" | "comebacks" | "given" | "received";
const TITLES: Record<Measure, string> = {
  contrary: say("Contrary marks"),
  comebacks: say("Comebacks"),
  given: say("Marks given"),
  received: say("Marks received"),
};
const share = (some: number, all: number): number | null => (all === 0 ? null : some / all);
const OF: Record<Measure, (point: CoursePoint) => number | null> = {
  contrary: ({ contrary, compared }) => share(contrary, compared),
  comebacks: ({ comebacks, rebuttals }) => share(comebacks, rebuttals),
  given: ({ given }) => given,
  received: ({ received }) => received,
};
const [HIGH, RIGHT, TOP, FOOT] = [190, 14, 12, 26];

export function Course({ of }: { of: readonly CoursePoint[] }) {
  const [measure, choose] = useState<Measure>("contrary");
  const narrow = useNarrow(620);
  if (of.length < 2) return null;
  const wide = narrow ? 400 : 760;
  const letters = narrow ? 16 : 12;
  const left = narrow ? 60 : 46;
  const shares = measure === "contrary" || measure === "comebacks";
  const write = (value: number): string => (shares ? percent(value) : decimal(value, 1));
  const up = scaleLinear(shares ? [0, 1] : [1, 10], [HIGH - FOOT, TOP]);
  const [first, last] = [Date.parse(of[0]?.at ?? ""), Date.parse(of.at(-1)?.at ?? "")];
  const across = scaleLinear([first, Math.max(last, first + 1)], [left, wide - RIGHT]);
  const drawn = of.flatMap((point) => {
    const value = OF[measure](point);
    return value === null ? [] : [{ point, value, x: across(Date.parse(point.at)), y: up(value) }];
  });
  const latest = drawn.at(-1);
  return (
    <Card title={say("Its character over time")}>
      <Choice<Measure>
        label={say("Shown over time")}
        unseen
        value={measure}
        choices={(Object.keys(TITLES) as Measure[]).map((value) => ({ value, title: TITLES[value] }))}
        onChoose={choose}
      />
      <figure className={css["figure"]}>
        <svg
          viewBox={`0 0 ${String(wide)} ${String(HIGH)}`}
          role="img"
          aria-label={
            latest === undefined
              ? say("{measure}: nothing yet", { measure: TITLES[measure] })
              : say("{measure}: {value} after its latest debate", {
                  measure: TITLES[measure],
                  value: write(latest.value),
                })
          }
        >
          {up.ticks(3).map((tick) => (
            <g key={tick}>
              <line x1={left} x2={wide - RIGHT} y1={up(tick)} y2={up(tick)} stroke="var(--line)" />
              <text x={left - 6} y={up(tick) + 4} textAnchor="end" style={{ fontSize: letters }}>
                {write(tick)}
              </text>
            </g>
          ))}
          <text x={left} y={HIGH - 6} style={{ fontSize: letters }}>
            {day(first)}
          </text>
          <text x={wide - RIGHT} y={HIGH - 6} textAnchor="end" style={{ fontSize: letters }}>
            {day(last)}
          </text>
          <polyline
            points={drawn.map(({ x, y }) => `${String(x)},${String(y)}`).join(" ")}
            fill="none"
            stroke="var(--gold)"
            strokeWidth={2}
          />
          {drawn.map(({ point, value, x, y }) => (
            <circle key={point.session} className={css["first"]} cx={x} cy={y} r={3.4}>
              <title>
                {[
                  day(point.at),
                  write(value),
                  say("after {count, plural, one {# debate} other {# debates}}", { count: point.debates }),
                  ...point.traits.map((trait) => trait.replaceAll("-", " ")),
                ].join(", ")}
              </title>
            </circle>
          ))}
        </svg>
      </figure>
      <p className={css["how"]}>
        {say(
          "Over all its debates up to then, so that early points rest on few. Contrary marks lie two points or more from the mean of the other readers; comebacks are rebuttals after which its mean rose.",
        )}
      </p>
    </Card>
  );
}
