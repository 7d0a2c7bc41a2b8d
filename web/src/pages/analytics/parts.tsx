// What do pages of standings share? Tables, a mean with its interval on a line from 1 to 10, form as small squares.
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Bone } from "@/controls/Card";
import { say } from "@/language/say";
import { locale } from "@/language/locale";
import { day, decimal } from "@/language/written";
import { modelAddress, tableAddress } from "./asked";
import css from "../figures.module.css";

const [LOWEST, HIGHEST] = [1, 10];
const [WIDE, HIGH, EDGE] = [104, 18, 6];

export const mark = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : decimal(value, 2);

/** A difference with its sign; what is nothing when it is rounded has none. */
export const signed = (value: number): string => {
  const rounded = Number(value.toFixed(2));
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${decimal(Math.abs(rounded), 2)}`;
};

interface Head {
  title: string;
  /** How the figure is computed. */
  how?: string | undefined;
  /** Words stand below it, no figures. */
  words?: boolean;
}

export function Rows({ caption, heads, children }: { caption: string; heads: readonly Head[]; children: ReactNode }) {
  return (
    <div className={css["scroll"]} tabIndex={0} role="region" aria-label={caption}>
      <table className={`${css["table"] ?? ""} ${css["usage"] ?? ""}`}>
        <thead>
          <tr>
            {heads.map(({ title, how, words = false }) => (
              <th key={title} scope="col" title={how} style={words ? { textAlign: "left" } : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A model by name, as a link to its page. */
export function Model({ id, provisional = false }: { id: string; provisional?: boolean }) {
  return (
    <>
      <Link href={modelAddress(id)}>{id}</Link>
      {provisional && (
        <small className={css["how"]} title={say("It sat in fewer than ten sessions.")}>
          {" "}
          {say("provisional")}
        </small>
      )}
    </>
  );
}

interface Between {
  at: number | null;
  low: number | null;
  high: number | null;
}

/** A dot for the figure, a bar for where it lies in 95 of 100 draws. */
export function Interval({ at, low, high, from = LOWEST, to = HIGHEST }: Between & { from?: number; to?: number }) {
  const x = (value: number): number => EDGE + ((value - from) / (to - from)) * (WIDE - 2 * EDGE);
  const middle = HIGH / 2;
  const label =
    at === null
      ? say("No mark yet")
      : low === null || high === null
        ? say("{mark}; too few sessions for an interval", { mark: mark(at) })
        : say("{mark}, between {low} and {high}", { mark: mark(at), low: mark(low), high: mark(high) });
  return (
    <svg width={WIDE} height={HIGH} viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={EDGE} x2={WIDE - EDGE} y1={middle} y2={middle} stroke="var(--line)" />
      {from < 0 && <line x1={x(0)} x2={x(0)} y1={2} y2={HIGH - 2} stroke="var(--line-strong)" />}
      {low !== null && high !== null && (
        <line x1={x(low)} x2={x(high)} y1={middle} y2={middle} stroke="var(--muted)" strokeWidth={4} />
      )}
      {at !== null && <circle className={css["first"]} cx={x(at)} cy={middle} r={5} />}
    </svg>
  );
}

const SQUARE = 8;

/** The latest sessions as squares, the latest last: the higher the mark, the fuller. */
export function Form({ of }: { of: readonly number[] }) {
  const label = say("Means of the latest sessions: {marks}", { marks: of.map((each) => decimal(each, 1)).join(", ") });
  return (
    <svg width={SQUARE * 10} height={SQUARE} role="img" aria-label={label}>
      <title>{label}</title>
      {of.map((each, at) => (
        <rect
          key={at}
          className={css["first"]}
          x={at * SQUARE}
          width={SQUARE - 2}
          height={SQUARE - 2}
          y={1}
          opacity={0.12 + (0.88 * (each - LOWEST)) / (HIGHEST - LOWEST)}
        />
      ))}
    </svg>
  );
}

/** The colour of the so-manieth line: hues far apart, alike in every picture. */
export const hueOf = (at: number): string => `oklch(var(--ml) var(--mc) ${String((60 + at * 137.5) % 360)})`;

/** A month as people write it, from `2031-05`. */
export const month = (span: string): string => (span === "" ? "" : months.format(new Date(`${span}-01T00:00:00Z`)));

const months = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });

/** A month or a day. */
export const span = (until: string): string => (until.length > 7 ? day(`${until}T12:00:00Z`) : month(until));

/** The same figures to keep, as a table and as data. */
export function AsTable({ what, asked }: { what: string; asked: Parameters<typeof tableAddress>[1] }) {
  return (
    <p>
      <a className={css["csv"]} href={tableAddress(what, asked)} download>
        <Download size={15} aria-hidden="true" /> {say("Save as CSV")}
      </a>
    </p>
  );
}

export function Sum({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={css["how"]}>{says}</dd>
    </div>
  );
}

export function Counting() {
  return (
    <div role="status" className={css["shown"]} aria-busy="true" aria-label={say("Sessions are being counted")}>
      <Bone height="96px" />
      <Bone height="260px" />
    </div>
  );
}
