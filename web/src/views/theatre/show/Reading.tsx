// Whom does this reader judge, and how? Its cards turn over, then the reason of the highest and of the lowest.
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { LASTS } from "@/playback/show/plan";
import { lookOf } from "@/playback/looks";
import type { Mark } from "../brought";
import { marksOf } from "../moment/marks";
import { useArenaLooks } from "../moment/useArenaLooks";
import marks from "../seat/marks.module.css";
import css from "./show.module.css";

/** A mark with whom it is for. */
export interface Judged {
  seat: string;
  mark: Mark;
}

const known = new WeakMap<object, Map<string, readonly Judged[]>>();

/** What a reader gave, in seat order. */
export function givenBy(all: ReadonlyMap<string, readonly Mark[]>, reader: string): readonly Judged[] {
  let had = known.get(all);
  if (had === undefined) known.set(all, (had = new Map()));
  let given = had.get(reader);
  if (given === undefined) {
    given = [...all].flatMap(([seat, cards]) =>
      cards.filter((mark) => mark.reader === reader && mark.label !== "").map((mark) => ({ seat, mark })),
    );
    had.set(reader, given);
  }
  return given;
}

/** Characters beyond which a reason is set smaller. */
const LONG = 120;

/** The highest and the lowest of those given to others; one where there is no other. */
export function extremes(all: readonly Judged[]): readonly Judged[] {
  const given = all.filter(({ seat, mark }) => seat !== mark.reader);
  const worth = ({ mark: { label } }: Judged): number =>
    label.startsWith("#") ? -Number(label.slice(1)) : Number(label);
  const ordered = [...given].sort((one, other) => (worth(other) || 0) - (worth(one) || 0));
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return [];
  return first === last ? [first] : [first, last];
}

/** A card as it turns over. */
function Turned({ mark, at }: { mark: Mark; at: number }) {
  return (
    <span
      className={`${marks["card"] ?? ""} ${css["large"] ?? ""}`}
      style={{ "--at": at } as React.CSSProperties}
      data-open="true"
      data-tone={mark.tone}
    >
      <i className={`${marks["back"]} middle bordered absolute`} />
      <i className={`${marks["front"]} middle absolute`}>{mark.label}</i>
    </span>
  );
}

export function Reading() {
  const looks = useArenaLooks();
  const reader = useMoment(({ beat }) => beat?.seat ?? "");
  const given = useMoment(({ state, beat }) => givenBy(marksOf(state), beat?.seat ?? ""));
  const two = extremes(given);
  const nth = useMoment(({ beat, at }) =>
    beat === null ? 0 : Math.min(two.length - 1, Math.floor((at - beat.from) / LASTS.reason)),
  );
  const now = two[Math.max(0, nth)];
  const look = lookOf(looks, reader);
  return (
    <article className={css["card"]} data-reader={reader} style={{ "--hue": look.hue ?? 0 } as React.CSSProperties}>
      <header className={`${css["head"]} line`}>
        <Face look={look} size={40} />
        <b className="cut">
          <Called name={look.name} />
        </b>
        <span>{say("judges")}</span>
      </header>
      <ul className={`${css["given"]} flex wraps`}>
        {given.map(({ seat, mark }, at) => (
          <li key={seat} data-now={seat === now?.seat}>
            <Turned mark={mark} at={at} />
            <small>
              <Called name={lookOf(looks, seat).short} />
            </small>
          </li>
        ))}
      </ul>
      {now !== undefined && (
        <p
          className={`${css["why"]} clamp fixed wrap text-centre`}
          key={now.seat}
          data-size={now.mark.words.length > LONG ? "long" : "short"}
          lang=""
          title={now.mark.words}
        >
          <b>{lookOf(looks, now.seat).name}</b> {now.mark.words}
        </p>
      )}
    </article>
  );
}
