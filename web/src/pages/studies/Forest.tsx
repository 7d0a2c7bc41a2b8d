// How do arms differ from the baseline in one measure? A dot with its interval on one scale for all, and what it is called.
import { Chip, type Tone } from "@/controls/Card";
import { say } from "@/language/say";
import { decimal, number } from "@/language/written";
import type { Figure, Report } from "./asked";
import { calledWords, figureWords, reasonWords, SAYS, signedBy, type Between, type Says } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Difference = Report["differences"][string][number];
const [WIDE, HIGH, EDGE] = [260, 26, 9];
const TONES: Readonly<Record<Says, Tone>> = {
  beyond: "good",
  within: "plain",
  few: "plain",
  untold: "mid",
  unread: "mid",
  unmeasured: "mid",
  exploratory: "plain",
  degraded: "mid",
};

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
    <ul className={`${figures["strips"] ?? ""} ${css["forest"] ?? ""}`}>
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
    <li className={css["axis"]} aria-hidden="true">
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
  const { says, least, whole, read } = told;
  const { value, low, high } = told.difference;
  return (
    <li>
      <span>{told.arm}</span>
      <svg
        viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
        role="img"
        aria-label={`${told.arm}: ${words}, ${calledWords(told)}`}
      >
        <title>{words}</title>
        <line x1={EDGE} x2={WIDE - EDGE} y1={middle} y2={middle} stroke="var(--line)" />
        <line x1={WIDE / 2} x2={WIDE / 2} y1={2} y2={HIGH - 2} stroke="var(--line-strong)" strokeDasharray="2 2" />
        {low !== null && high !== null && (
          <line x1={x(low)} x2={x(high)} y1={middle} y2={middle} stroke="var(--muted)" strokeWidth={4} />
        )}
        {value !== null && <circle className={figures["first"]} cx={x(value)} cy={middle} r={6} />}
      </svg>
      <Chip tone={TONES[says]}>{SAYS[says]}</Chip>
      <small className={figures["how"]}>
        {words}
        {told.before !== null && told.after !== null && ` · ${meansWords(told, baseline, between)}`}
        {says === "untold" && ` · ${calledWords(told)}`}
        {told.p_holm !== null && ` · ${testWords(told)}`}
        {told.held_back !== "" && ` · ${HELD_BACK[told.held_back]}`}
        {whole !== null && ` · ${degradedWords(told, whole, between)}`}
        {read !== null && ` · ${unreadWords(told, read, between)}`}
        {least !== null && says !== "exploratory" && ` · ${leastWords(least, between)}`}
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

function degradedWords({ degraded, difference: { n } }: Difference, whole: Figure, between: Between): string {
  const counts = { degraded: number(degraded), n: number(n) };
  if (whole.n === 0) return say("{degraded} of {n} with a degraded result, so no whole one is left", counts);
  const figure = apartWords(whole, between);
  return say("{degraded} of {n} with a degraded result; the others alone: {figure}", { ...counts, figure });
}

/** What could be told right or wrong under both arms: an arm that only writes longer is no worse one. */
function unreadWords({ unread, difference: { n } }: Difference, read: Figure, between: Between): string {
  const counts = { unread: number(unread), n: number(n) };
  if (read.n === 0)
    return say(
      "{unread} of {n} with an answer that could be told neither right nor wrong, so no other is left",
      counts,
    );
  const figure = apartWords(read, between);
  return say("{unread} of {n} with an answer that could be told neither right nor wrong; the others alone: {figure}", {
    ...counts,
    figure,
  });
}

const TESTS: Readonly<Record<Difference["test"], string>> = {
  "sign flips": say("sign flips"),
  McNemar: "McNemar",
  "": "",
};

/** The smallest p that is written with its figures: no p is none. */
const SMALLEST = 0.001;

/** What keeps a difference with a small p from being called more than noise. */
const HELD_BACK: Readonly<Record<Difference["held_back"], string>> = {
  "": "",
  noise: say("noise alone gives as much"),
  whole: say("questions without a degraded result do not show it by themselves"),
  read: say("questions with answers that could be told under both do not show it by themselves"),
};

function testWords(each: Difference): string {
  const { p_holm, says, test } = each;
  const small = p_holm !== null && p_holm < SMALLEST / 2;
  const given = { p: decimal(small ? SMALLEST : (p_holm ?? 1), 3), test: TESTS[test] };
  const p = small ? say("p < {p} by Holm ({test})", given) : say("p = {p} by Holm ({test})", given);
  const reason = says === "untold" ? "" : reasonWords(each, each.difference.n);
  return reason === "" ? p : `${p}; ${reason}`;
}

const leastWords = ({ shown, by }: NonNullable<Difference["least"]>, { whole }: Between): string =>
  by === "noise"
    ? say("four of five such studies find {least} or more, by the judge's noise", { least: whole(shown) })
    : say("four of five such studies find {least} or more", { least: whole(shown) });
