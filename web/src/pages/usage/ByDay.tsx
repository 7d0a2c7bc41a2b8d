// What did each day take? Bars in parts, or the same as a table.
import { scaleLinear } from "d3-scale";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Choice } from "@/controls/Switches";
import { useNarrow } from "@/hooks/narrow";
import { say } from "@/language/say";
import { UsageTable } from "./UsageTable";
import { compact, dollars, number, shortDay, wholeDay, type Row } from "./words";
import css from "../figures.module.css";

const [HIGH, RIGHT, TOP, FOOT] = [230, 10, 12, 30];
const LETTER = 7.2;
/** Pixels up to which a window is narrow: there fewer units are drawn, so that words stay as large as elsewhere. */
const NARROW = 560;
/** Dollars of the lowest axis: its marks are still told apart as sums are written. */
const LEAST_AXIS = 0.0004;

interface Part {
  title: string;
  look: string;
  of: (row: Row) => number;
}
type Measure = "money" | "tokens" | "calls";
const PARTS: Record<Measure, readonly Part[]> = {
  money: [
    { title: say("Charged"), look: "first", of: (row) => row.charged },
    { title: say("By price list"), look: "second", of: (row) => row.listed },
  ],
  tokens: [
    { title: say("Tokens written"), look: "first", of: (row) => row.written },
    { title: say("Tokens read"), look: "second", of: (row) => row.read },
  ],
  calls: [{ title: say("Calls"), look: "first", of: (row) => row.calls }],
};
const TITLES: Record<Measure, string> = { money: say("Money"), tokens: say("Tokens"), calls: say("Calls") };

export function ByDay({ rows, step }: { rows: readonly Row[]; step: number }) {
  const paid = rows.some((row) => row.charged + row.listed > 0);
  const bound = rows.reduce((sum, row) => sum + row.at_most, 0);
  const [chosen, choose] = useState<Measure | null>(null);
  const [asTable, tabulate] = useState(false);
  const measure = chosen ?? (paid ? "money" : "tokens");
  const show = measure === "money" ? dollars : number;
  const title = (day: string): string => (step > 1 ? say("Week from {day}", { day: wholeDay(day) }) : wholeDay(day));
  const drawn = PARTS[measure].filter((part) => rows.some((row) => part.of(row) > 0));
  return (
    <figure className={css["figure"]}>
      <div className={css["does"]}>
        <Choice<Measure>
          label={say("Shown by day")}
          unseen
          value={measure}
          choices={(Object.keys(TITLES) as Measure[]).map((value) => ({ value, title: TITLES[value] }))}
          onChoose={choose}
        />
        <Button
          kind="quiet"
          onClick={() => {
            tabulate(!asTable);
          }}
        >
          {asTable ? say("Show as chart") : say("Show as table")}
        </Button>
      </div>
      {asTable ? (
        <UsageTable
          caption={say("Usage by day")}
          head={step > 1 ? say("Week from") : say("Day")}
          rows={rows.filter((row) => row.calls > 0)}
          name={wholeDay}
        />
      ) : (
        <Bars {...{ rows, drawn, show, title, measure }} />
      )}
      <figcaption>
        {!asTable && (
          <ul className={css["legend"]}>
            {drawn.map((part) => (
              <li key={part.title}>
                <span className={`${css["swatch"]} ${css[part.look]}`} aria-hidden="true" /> {part.title}
              </li>
            ))}
          </ul>
        )}
        {!asTable && measure === "money" && bound > 0 && (
          <p className={css["how"]}>
            {say("Not drawn: at most {amount} that may still be billed for calls that failed or told no price.", {
              amount: dollars(bound),
            })}
          </p>
        )}
        <p className={css["how"]}>
          {step > 1 ? say("Each bar is seven days; days are UTC.") : say("Days are UTC, from midnight to midnight.")}
        </p>
      </figcaption>
    </figure>
  );
}

interface Drawn {
  rows: readonly Row[];
  drawn: readonly Part[];
  show: (value: number) => string;
  title: (day: string) => string;
  measure: Measure;
}

function Bars({ rows, drawn, show, title, measure }: Drawn) {
  const sum = (row: Row): number => drawn.reduce((total, part) => total + part.of(row), 0);
  const most = Math.max(0, ...rows.map(sum));
  const narrow = useNarrow(NARROW);
  const wide = narrow ? 340 : 640;
  const top = measure === "money" ? Math.max(most, LEAST_AXIS) : most;
  const up = scaleLinear([0, most === 0 ? 1 : top], [HIGH - FOOT, TOP]).nice(4);
  const marks = up.ticks(4).map((mark) => ({ mark, said: measure === "money" ? dollars(mark) : compact(mark) }));
  const left = 16 + LETTER * Math.max(...marks.map(({ said }) => said.length));
  const each = (wide - left - RIGHT) / rows.length;
  const every = Math.ceil(rows.length / (narrow ? 3 : 6));
  const highest = rows.find((row) => most > 0 && sum(row) === most);
  const summary =
    highest === undefined
      ? say("{measure} by day: nothing on these days.", { measure: TITLES[measure] })
      : say("{measure} by day: most on {day}, with {amount}. The table has every day.", {
          measure: TITLES[measure],
          day: title(highest.name),
          amount: show(most),
        });
  return (
    <svg viewBox={`0 0 ${String(wide)} ${String(HIGH)}`} role="img" aria-label={summary} data-measured="">
      {most > 0 &&
        marks.map(({ mark, said }) => (
          <g key={mark}>
            <line x1={left} x2={wide - RIGHT} y1={up(mark)} y2={up(mark)} stroke="var(--line)" />
            <text x={left - 8} y={up(mark) + 4} textAnchor="end">
              {said}
            </text>
          </g>
        ))}
      <line x1={left} x2={wide - RIGHT} y1={HIGH - FOOT} y2={HIGH - FOOT} stroke="var(--line-strong)" />
      {rows.map((row, at) => {
        const x = left + at * each;
        const middle = x + each / 2;
        const half = (LETTER * shortDay(row.name).length) / 2;
        return (
          <g key={row.name}>
            <title>{`${title(row.name)}: ${drawn.map((part) => `${part.title} ${show(part.of(row))}`).join(", ")}`}</title>
            <rect x={x} y={TOP} width={each} height={HIGH - FOOT - TOP} fill="transparent" />
            {drawn.map((part, level) => {
              const below = drawn.slice(0, level).reduce((total, other) => total + other.of(row), 0);
              const high = up(below) - up(below + part.of(row));
              return (
                high > 0 && (
                  <rect
                    key={part.title}
                    className={css[part.look]}
                    x={x + each * 0.14}
                    y={up(below) - high}
                    width={each * 0.72}
                    height={high}
                  />
                )
              );
            })}
            {at % every === 0 && (
              <text x={Math.min(middle, wide - half)} y={HIGH - 8} textAnchor="middle">
                {shortDay(row.name)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
