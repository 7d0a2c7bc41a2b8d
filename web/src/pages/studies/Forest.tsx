// Show how arms differ from the baseline in one measure: a dot with its interval on one scale for all, and p.
import { say } from "@/language/say";
import { decimal, number } from "@/language/written";
import type { Figure, Report } from "./asked";
import { figureWords, signedBy, type Between } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Difference = Report["differences"][string][number];
const [WIDE, HIGH, EDGE] = [260, 26, 9];
interface Given {
  told: readonly Difference[];
  baseline: string;
  between: Between;
}

export function Forest({ told, baseline, between }: Given) {
  const ends = told
    .flatMap(({ difference: { low, high, value } }) => [low, high, value])
    .map((end) => Math.abs(end ?? 0));
  const most = Math.max(...ends) || 1;
  return (
    <ul className={`${css["forest"]} stack tight above`}>
      {told.map((each) => (
        <One key={each.arm} told={each} baseline={baseline} between={between} most={most} />
      ))}
      {ends.some((end) => end > 0) && <Axis most={most} between={between} />}
    </ul>
  );
}

/** How far the line reaches, below all of them. */
function Axis({ most, between }: { most: number; between: Between }) {
  return (
    <li aria-hidden="true">
      <span />
      <span>
        <i>{signedBy(between.bare)(-most)}</i>
        <i>{number(0)}</i>
        <i>{signedBy(between.whole)(most)}</i>
      </span>
    </li>
  );
}

function One({ told, baseline, between, most }: Omit<Given, "told"> & { told: Difference; most: number }) {
  const words =
    told.difference.n === 0
      ? say("no question has a result under both")
      : apartWords(told.difference, between, told.planned);
  const x = (value: number): number => WIDE / 2 + (value / most) * (WIDE / 2 - EDGE);
  const middle = HIGH / 2;
  const { value, low, high } = told.difference;
  return (
    <li>
      <span>{told.arm}</span>
      <svg
        viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
        role="img"
        aria-label={[`${told.arm}: ${words}`, ...(told.p_holm === null ? [] : [testWords(told)])].join(", ")}
      >
        <title>{words}</title>
        <line x1={EDGE} x2={WIDE - EDGE} y1={middle} y2={middle} stroke="var(--line)" />
        <line x1={WIDE / 2} x2={WIDE / 2} y1={2} y2={HIGH - 2} stroke="var(--line-strong)" strokeDasharray="2 2" />
        {low !== null && high !== null && (
          <line x1={x(low)} x2={x(high)} y1={middle} y2={middle} stroke="var(--muted)" strokeWidth={4} />
        )}
        {value !== null && <circle fill="var(--text)" cx={x(value)} cy={middle} r={6} />}
      </svg>
      <small className={`${figures["how"]} small wrap`}>
        {words}
        {told.before !== null && told.after !== null && `; ${meansWords(told, baseline, between)}`}
        {told.p_holm !== null && `; ${testWords(told)}`}
        {told.degraded > 0 && `; ${degradedWords(told)}`}
        {told.unread > 0 && `; ${unreadWords(told)}`}
      </small>
    </li>
  );
}

const apartWords = (figure: Figure, { whole, bare }: Between, planned = 0): string =>
  figureWords(figure, signedBy(whole), planned, signedBy(bare));

/** What both come to over the questions that both have: an arm's own mean may rest on others. */
const meansWords = (
  { arm, before, after, difference: { n } }: Difference,
  baseline: string,
  { mean }: Between,
): string =>
  say("over the {n} questions with a result under both: {baseline} {before}, {arm} {after}", {
    n: number(n),
    baseline,
    before: mean(before ?? 0),
    arm,
    after: mean(after ?? 0),
  });

const degradedWords = ({ degraded, difference: { n } }: Difference): string =>
  say("{degraded} of {n} with a degraded result", { degraded: number(degraded), n: number(n) });

/** An arm that only writes longer is no worse one. */
const unreadWords = ({ unread, difference: { n } }: Difference): string =>
  say("{unread} of {n} with an answer that could be told neither right nor wrong", {
    unread: number(unread),
    n: number(n),
  });

const TESTS: Readonly<Record<Difference["test"], string>> = {
  "sign flips": say("sign flips"),
  McNemar: "McNemar",
  "": "",
};

/** The smallest p that is written with its figures: no p is none. */
const SMALLEST = 0.001;

function testWords({ p_holm, test }: Difference): string {
  const small = p_holm !== null && p_holm < SMALLEST / 2;
  const given = { p: decimal(small ? SMALLEST : (p_holm ?? 1), 3), test: TESTS[test] };
  return small ? say("p < {p} by Holm ({test})", given) : say("p = {p} by Holm ({test})", given);
}
