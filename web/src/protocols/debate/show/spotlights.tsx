// What of a debate lies large in the arena? Who holds its offices, its topic as it is typed, and marks that roll after a rebuttal.
import { Gavel, Lightbulb } from "lucide-react";
import type { CSSProperties } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { decimal, say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import { useArenaLooks } from "@/views/theatre/moment/useArenaLooks";
import { typedOf } from "@/views/theatre/show/Floor";
import css from "@/views/theatre/show/show.module.css";
import ours from "./spotlights.module.css";

export function RolesCard() {
  const looks = useArenaLooks();
  const roles = useMoment(({ state }) => latest(state.findings, "roles"));
  if (roles === null) return null;
  const holders = [
    { seat: roles.chair, says: say("chairs"), Sign: Gavel },
    ...(roles.proposer === null ? [] : [{ seat: roles.proposer, says: say("proposes the topic"), Sign: Lightbulb }]),
  ];
  return (
    <article className={css["card"]} data-roles="">
      <ul className={`${ours["roles"]} flex wraps`}>
        {holders.map(({ seat, says, Sign }) => {
          const look = lookOf(looks, seat);
          return (
            <li key={says} className="line">
              <Face look={look} size={58} />
              <span>
                <b className="block">
                  <Called name={look.name} />
                </b>
                <small className="row gold">
                  <Sign size={15} aria-hidden="true" /> {says}
                </small>
              </span>
            </li>
          );
        })}
      </ul>
    </article>
  );
}

export function TopicCard() {
  const text = useMoment(({ state }) => latest(state.findings, "topic")?.text ?? "");
  const shown = useMoment(({ beat, at }) => typedOf(text, beat, at));
  return (
    <article className={css["card"]} data-topic="">
      <p className={css["says"]}>{say("The topic")}</p>
      <p className={ours["topic"]} data-size={text.length > 200 ? "long" : "short"} lang="" tabIndex={0}>
        {text.slice(0, shown)}
        <span className={css["unsaid"]} aria-hidden="true">
          {text.slice(shown)}
        </span>
      </p>
    </article>
  );
}

/** How long a mark rolls, in milliseconds of the show. */
const ROLLS = 1400;

/** What the means were and have become; they roll, and what they gained or lost stands beside them. */
export function RollingCard() {
  const looks = useArenaLooks();
  const board = useMoment(({ state }) => latest(state.findings, "scoreboard"));
  const share = useMoment(({ beat, at }) =>
    beat === null ? 1 : Math.round(20 * Math.min(1, Math.max(0, (at - beat.from - 300) / ROLLS))) / 20,
  );
  const rows = board?.places.filter(({ rebutted }) => rebutted) ?? [];
  return (
    <article className={css["card"]} data-rolling="">
      <p className={css["says"]}>{say("Mean marks after the rebuttals")}</p>
      <ul className={`${ours["rolling"]} stack`}>
        {rows.map(({ seat, first_mean, mean }) => {
          const look = lookOf(looks, seat);
          const change = mean - first_mean;
          const eased = 1 - (1 - share) ** 3;
          return (
            <li key={seat} style={{ "--hue": look.hue ?? 0 } as CSSProperties} data-way={Math.sign(change)}>
              <Face look={look} size={44} mood={change > 0 ? "proud" : change < 0 ? "glum" : "idle"} />
              <b className="cut">
                <Called name={look.name} />
              </b>
              <span>{decimal(first_mean, 1)}</span>
              <span aria-hidden="true">→</span>
              <strong>{decimal(first_mean + change * eased, 1)}</strong>
              <em data-shown={share >= 1}>
                {change > 0 ? "+" : change < 0 ? "−" : "±"}
                {decimal(Math.abs(change), 1)}
              </em>
            </li>
          );
        })}
      </ul>
    </article>
  );
}
