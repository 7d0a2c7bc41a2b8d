// Where does a value lie, and how far may it be off? A dot on a line, on one scale for all that stand together.
import css from "./findings.module.css";

interface Given {
  value: number;
  low: number;
  high: number;
  /** Ends of the scale that all share. */
  from: number;
  to: number;
  label: string;
}

const WIDTH = 170;
const EDGE = 7;

export function IntervalDots({ value, low, high, from, to, label }: Given) {
  const span = to > from ? to - from : 1;
  const at = (number: number): number => EDGE + ((number - from) / span) * (WIDTH - 2 * EDGE);
  const told = `${label} ${value.toFixed(2)}, between ${low.toFixed(2)} and ${high.toFixed(2)} in 95 % of samples`;
  return (
    <svg
      className={css["dots"]}
      role="img"
      aria-label={told}
      viewBox={`0 0 ${String(WIDTH)} 18`}
      width={WIDTH}
      height="18"
    >
      <title>{told}</title>
      {from < 0 && to > 0 && <line x1={at(0)} x2={at(0)} y1="1" y2="17" className={css["zero"]} />}
      <line x1={at(low)} x2={at(high)} y1="9" y2="9" className={css["span"]} />
      <line x1={at(low)} x2={at(low)} y1="5.5" y2="12.5" className={css["span"]} />
      <line x1={at(high)} x2={at(high)} y1="5.5" y2="12.5" className={css["span"]} />
      <circle cx={at(value)} cy="9" r="5" className={css["dot"]} />
    </svg>
  );
}
