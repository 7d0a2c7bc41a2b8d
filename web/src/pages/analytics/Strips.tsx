// Where does a model stand among all? Six strips with a dot for each model, its own larger, and a line at the middle one.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { decimal, number, percent } from "@/language/written";
import type { Strip } from "./asked";
import css from "../figures.module.css";

const [WIDE, HIGH, EDGE] = [260, 26, 9];
const TITLES: Readonly<Record<string, { title: string; how: string }>> = {
  received: { title: say("Marks received"), how: say("All marks its answers received, over their number") },
  given: { title: say("Marks given"), how: say("All marks it gave, over their number") },
  contrary: {
    title: say("Contrariness"),
    how: say("Its marks that lie two points or more from the other readers’ mean"),
  },
  comebacks: {
    title: say("Comebacks"),
    how: say("Rebuttals after which its mean rose, of those that were marked again"),
  },
  agrees: { title: say("Agreement"), how: say("Stances that agree, of all it took") },
  reliability: { title: say("Reliability"), how: say("Ballots that could be read, of those it was asked for") },
};

export function Strips({ of }: { of: readonly Strip[] }) {
  const shown = of.filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <Card title={say("Beside all other models")}>
      <ul className={css["strips"]}>
        {shown.map((strip) => (
          <One key={strip.name} strip={strip} />
        ))}
      </ul>
      <p className={css["how"]}>
        {say(
          "A dot for each model, the large one is this one; the bar is its 95 % interval, the line the middle of all models.",
        )}
      </p>
    </Card>
  );
}

function One({ strip }: { strip: Strip }) {
  const { title, how } = TITLES[strip.name] ?? { title: strip.name, how: "" };
  const write = (value: number): string => (strip.most > 1 ? decimal(value, 1) : percent(value));
  const x = (value: number): number => EDGE + ((value - strip.least) / (strip.most - strip.least)) * (WIDE - 2 * EDGE);
  const middle = HIGH / 2;
  const value = strip.value ?? 0;
  const told = {
    value: write(value),
    of: number(strip.of),
    middle: strip.median === null ? "–" : write(strip.median),
  };
  const words =
    strip.low === null || strip.high === null
      ? say("{value} of {of}; the middle of all models is {middle}", told)
      : say("{value}, between {low} and {high}, from {of}; the middle of all models is {middle}", {
          ...told,
          low: write(strip.low),
          high: write(strip.high),
        });
  return (
    <li title={how}>
      <span>{title}</span>
      <svg viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`} role="img" aria-label={`${title}: ${words}`}>
        <title>{words}</title>
        <line x1={EDGE} x2={WIDE - EDGE} y1={middle} y2={middle} stroke="var(--line-strong)" />
        {strip.dots.map((dot) => (
          <circle key={dot.id} cx={x(dot.value)} cy={middle} r={4} fill="var(--muted)" opacity={0.55}>
            <title>{`${dot.id}: ${write(dot.value)}`}</title>
          </circle>
        ))}
        {strip.low !== null && strip.high !== null && (
          <line
            x1={x(strip.low)}
            x2={x(strip.high)}
            y1={middle}
            y2={middle}
            stroke="var(--gold)"
            strokeWidth={4}
            opacity={0.55}
          />
        )}
        {strip.median !== null && (
          <line
            x1={x(strip.median)}
            x2={x(strip.median)}
            y1={3}
            y2={HIGH - 3}
            stroke="var(--text)"
            strokeDasharray="2 2"
          />
        )}
        <circle className={css["first"]} cx={x(value)} cy={middle} r={6.5} />
      </svg>
      <b>{write(value)}</b>
      <small className={css["how"]}>{how}</small>
    </li>
  );
}
