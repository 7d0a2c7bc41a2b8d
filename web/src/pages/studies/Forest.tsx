// How do arms differ from the baseline in one measure? A dot with its interval on one scale for all, and what it is called.
import { Chip, type Tone } from "@/controls/Card";
import { say } from "@/language/say";
import { decimal, number } from "@/language/written";
import type { Figure, Report } from "./asked";
import { calledWords, figureWords, reasonWords, SAYS, signedBy, type Says, type Write } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Difference = Report["differences"][string][number];
const [WIDE, HIGH, EDGE] = [260, 26, 9];
const TONES: Readonly<Record<Says, Tone>> = {
  beyond: "good",
  within: "plain",
  few: "plain",
  untold: "mid",
  unmeasured: "mid",
  exploratory: "plain",
  degraded: "mid",
};

export function Forest({ told, write }: { told: readonly Difference[]; write: Write }) {
  const ends = told
    .flatMap(({ difference: { low, high, value } }) => [low, high, value])
    .map((end) => Math.abs(end ?? 0));
  const most = Math.max(...ends) || 1;
  return (
    <ul className={`${figures["strips"] ?? ""} ${css["forest"] ?? ""}`}>
      {told.map((each) => (
        <One key={each.arm} told={each} write={write} most={most} />
      ))}
    </ul>
  );
}

function One({ told, write, most }: { told: Difference; write: Write; most: number }) {
  const words =
    told.difference.n === 0
      ? say("no question has a result under both")
      : figureWords(told.difference, signedBy(write), told.planned);
  const x = (value: number): number => WIDE / 2 + (value / most) * (WIDE / 2 - EDGE);
  const middle = HIGH / 2;
  const { says, least, whole } = told;
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
        {says === "untold" && ` · ${calledWords(told)}`}
        {told.p_holm !== null && ` · ${testWords(told)}`}
        {whole !== null && ` · ${degradedWords(told, whole, write)}`}
        {least !== null && says !== "exploratory" && ` · ${leastWords(least, write)}`}
      </small>
    </li>
  );
}

function degradedWords({ degraded, difference: { n } }: Difference, whole: Figure, write: Write): string {
  const counts = { degraded: number(degraded), n: number(n) };
  if (whole.n === 0) return say("{degraded} of {n} with a degraded result, so no whole one is left", counts);
  const figure = figureWords(whole, signedBy(write));
  return say("{degraded} of {n} with a degraded result; the others alone: {figure}", { ...counts, figure });
}

const TESTS: Readonly<Record<Difference["test"], string>> = {
  "sign flips": say("sign flips"),
  McNemar: "McNemar",
  "": "",
};

function testWords(each: Difference): string {
  const { p_holm, says, test } = each;
  const p = say("p = {p} by Holm ({test})", { p: decimal(p_holm ?? 1, 3), test: TESTS[test] });
  const reason = says === "untold" ? "" : reasonWords(each, each.difference.n);
  return reason === "" ? p : `${p}; ${reason}`;
}

const leastWords = ({ shown, by }: NonNullable<Difference["least"]>, write: Write): string =>
  by === "noise"
    ? say("four of five such studies find {least} or more, by the judge's noise", { least: write(shown) })
    : say("four of five such studies find {least} or more", { least: write(shown) });
