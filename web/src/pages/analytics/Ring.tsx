// Where do models stand in the ring, and how is a pair's line drawn? Wide for many debates, green to red for how they stood.
import { Link } from "wouter";
import { useNarrow } from "@/hooks/narrow";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { modelAddress, type AlliancePair, type AllianceReport } from "./asked";
import { Model, signed } from "./parts";
import css from "./ring.module.css";

const SIZE = 560;
const MIDDLE = SIZE / 2;
/** Pixels up to which a window is narrow: there letters are drawn larger, so that they stay readable. */
const NARROW = 620;
const [THIN, THICK] = [1.5, 11];
/** Names that find room around the ring; with more of them they would be drawn over each other. */
const MOST_NAMED = 8;

interface Spot {
  x: number;
  y: number;
}

/** Where the models stand: evenly on a circle, the first on top. */
export function spotsOf(models: readonly string[], radius: number): Map<string, Spot> {
  return new Map(
    models.map((model, at) => {
      const turn = (2 * Math.PI * at) / models.length - Math.PI / 2;
      return [model, { x: MIDDLE + radius * Math.cos(turn), y: MIDDLE + radius * Math.sin(turn) }];
    }),
  );
}

/** What colour a pair's line has: from red by grey to green, by how they stood. */
export const tint = (net: number): string =>
  `color-mix(in oklab, ${net < 0 ? "var(--bad)" : "var(--good)"} ${String(Math.round(100 * Math.abs(net)))}%, var(--muted))`;

export function Ring({ of: { models, pairs } }: { of: AllianceReport }) {
  const narrow = useNarrow(NARROW);
  const letters = narrow ? 21 : 13;
  const radius = SIZE * (narrow ? 0.36 : 0.38);
  const spots = spotsOf(
    models.map(({ id }) => id),
    radius,
  );
  const most = Math.max(1, ...pairs.map(({ met }) => met));
  const name = (id: string): string => id.slice(id.indexOf("/") + 1);
  const longest = narrow ? 16 : 22;
  // Numbers stand on the dots, and a list below names them, where the names would meet or one would be cut.
  const numbered = models.length > MOST_NAMED || models.some(({ id }) => name(id).length > longest);
  return (
    <figure className={css["ring"]}>
      <svg
        viewBox={`0 0 ${String(SIZE)} ${String(SIZE)}`}
        role="group"
        aria-label={say(
          "{models, plural, one {# model} other {# models}} and how each pair stood; the table below has the same figures",
          {
            models: models.length,
          },
        )}
      >
        <defs>
          {pairs
            .filter(({ warmer }) => warmer !== "")
            .map((pair) => (
              <marker
                key={idOf(pair)}
                id={idOf(pair)}
                viewBox="0 0 10 10"
                refX="9"
                refY="5"
                markerWidth="15"
                markerHeight="15"
                markerUnits="userSpaceOnUse"
                orient="auto-start-reverse"
              >
                <path d="M0 0 10 5 0 10Z" fill={tint(pair.net ?? 0)} />
              </marker>
            ))}
        </defs>
        {[...pairs].reverse().map((pair) => (
          <Line key={idOf(pair)} pair={pair} from={spots.get(pair.a)} to={spots.get(pair.b)} share={pair.met / most} />
        ))}
        {models.map(({ id, debates }, at) => {
          const { x, y } = spots.get(id) ?? { x: 0, y: 0 };
          const side = Math.abs(x - MIDDLE) < 40 ? "middle" : x < MIDDLE ? "end" : "start";
          const room = side === "middle" ? 0 : x < MIDDLE ? -16 : 16;
          const own = name(id);
          return (
            <Link
              key={id}
              href={modelAddress(id)}
              aria-label={say("{model}, {count, plural, one {# debate} other {# debates}}", {
                model: id,
                count: debates,
              })}
            >
              <title>{id}</title>
              <circle className={css["dot"]} cx={x} cy={y} r={numbered ? letters : 9} />
              {numbered ? (
                <text className={css["onDot"]} x={x} y={y + letters / 3} textAnchor="middle" fontSize={letters}>
                  {number(at + 1)}
                </text>
              ) : (
                <text
                  x={Math.min(SIZE - 4, Math.max(4, x + room))}
                  y={y + (side === "middle" ? (y < MIDDLE ? -18 : 18 + letters) : letters / 3)}
                  textAnchor={side === "middle" ? "middle" : clampedAnchor(x, side, own, letters)}
                  fontSize={letters}
                >
                  {own}
                </text>
              )}
            </Link>
          );
        })}
      </svg>
      {numbered && (
        <ol className={css["named"]}>
          {models.map(({ id }) => (
            <li key={id}>
              <Model id={id} />
            </li>
          ))}
        </ol>
      )}
      <figcaption className={css["legend"]}>
        <span>{say("mostly disagreed")}</span>
        <span className={css["scale"]} aria-hidden="true" />
        <span>{say("mostly agreed")}</span>
      </figcaption>
    </figure>
  );
}

/** Names go away from the ring where there is room for them, and towards it where there is none. */
function clampedAnchor(x: number, side: string, name: string, letters: number): "start" | "end" {
  const wide = name.length * letters * 0.58 + 16;
  const out = side === "end" ? x - wide >= 0 : x + wide <= SIZE;
  return out === (side === "end") ? "end" : "start";
}

const idOf = ({ a, b }: AlliancePair): string => `${a} ${b}`.replaceAll(/[^\w-]/g, "-");

interface Drawn {
  pair: AlliancePair;
  from: Spot | undefined;
  to: Spot | undefined;
  share: number;
}

function Line({ pair, from, to, share }: Drawn) {
  if (from === undefined || to === undefined) return null;
  const [start, end] = pair.warmer === "b" ? [to, from] : [from, to];
  const away = Math.hypot(end.x - start.x, end.y - start.y);
  const short = pair.warmer === "" ? 0 : 12 / away;
  const sure = pair.low !== null && pair.high !== null && (pair.low > 0 || pair.high < 0);
  const words = say("{one} and {other}: {net} in {count, plural, one {# debate} other {# debates}}", {
    one: pair.a,
    other: pair.b,
    net: pair.net === null ? "–" : signed(pair.net),
    count: pair.met,
  });
  return (
    <line
      role="img"
      aria-label={words}
      x1={start.x}
      y1={start.y}
      x2={end.x - (end.x - start.x) * short}
      y2={end.y - (end.y - start.y) * short}
      stroke={tint(pair.net ?? 0)}
      strokeWidth={THIN + (THICK - THIN) * share}
      strokeOpacity={sure ? 0.95 : 0.42}
      markerEnd={pair.warmer === "" ? undefined : `url(#${idOf(pair)})`}
      data-met={number(pair.met)}
    >
      <title>{words}</title>
    </line>
  );
}
