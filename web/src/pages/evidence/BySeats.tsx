// How does a council's answer stand beside its best member's, the more seats it has? One drawing of two of the columns.
import { say } from "@/language/say";
import type { Schemas } from "@/wire/types";
import { percent } from "./tables";
import css from "../figures.module.css";

type Row = Schemas["SizeRow"];
const [WIDE, HIGH, LEFT, RIGHT, TOP, FOOT] = [640, 250, 72, 138, 14, 34];
const MARKS = [0.5, 0.6, 0.7, 0.8, 0.9, 1];

const down = (value: number): number => TOP + (1 - (value - 0.5) / 0.5) * (HIGH - TOP - FOOT);

export function BySeats({ rows, seats }: { rows: readonly Row[]; seats: number }) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  const across = (of: number): number =>
    LEFT + ((of - first.seats) / (last.seats - first.seats)) * (WIDE - LEFT - RIGHT);
  const line = (of: "council" | "member"): string =>
    rows.map((row) => `${String(across(row.seats))},${String(down(row[of].value))}`).join(" ");
  const here = rows.find((row) => row.seats === seats);
  return (
    <figure className={css["drawn"]}>
      <svg
        viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
        role="img"
        aria-label={say(
          "Share of all such answers that the council’s answer, and its best member’s, is better than, by seats. The table below has the figures.",
        )}
      >
        {MARKS.map((mark) => (
          <g key={mark}>
            <line x1={LEFT} x2={WIDE - RIGHT} y1={down(mark)} y2={down(mark)} stroke="var(--line)" />
            <text x={LEFT - 8} y={down(mark) + 4} textAnchor="end">
              {percent({ value: mark })}
            </text>
          </g>
        ))}
        {rows.map((row) => (
          <text key={row.seats} x={across(row.seats)} y={HIGH - 8} textAnchor="middle">
            {row.seats}
          </text>
        ))}
        <polyline points={line("member")} fill="none" stroke="var(--muted)" strokeWidth={2} />
        <polyline points={line("council")} fill="none" stroke="var(--gold-ink)" strokeWidth={2.4} />
        {here !== undefined && (
          <>
            <circle cx={across(seats)} cy={down(here.member.value)} r={4} fill="var(--muted)" />
            <circle cx={across(seats)} cy={down(here.council.value)} r={5} fill="var(--gold-ink)" />
          </>
        )}
        <text x={WIDE - RIGHT + 8} y={down(last.council.value) + 4}>
          {say("the council")}
        </text>
        <text x={WIDE - RIGHT + 8} y={down(last.member.value) + 4}>
          {say("best member")}
        </text>
      </svg>
      <figcaption className={css["how"]}>
        {say(
          "Of all such answers, how many each is better than, by seats. An answer taken at random is better than half.",
        )}
      </figcaption>
    </figure>
  );
}
