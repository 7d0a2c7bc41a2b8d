// What are the cards of findings made of? Names with faces, scores, quoted words, details by name, and where k* comes
// from in plain words.
import type { ReactNode } from "react";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Face } from "@/faces/Face";
import { useLooks } from "@/hooks/session";
import { titleOf } from "@/language/names";
import { decimal, Say, say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { lookOf } from "@/playback/looks";
import { percent, worthOf } from "./figures";
import css from "./findings.module.css";

/** A sentence of the server's, with its commands as code; nothing where there is none. */
export function Prose({ text }: { text: string }) {
  return text === "" ? null : (
    <p className="measure wrap">
      <Coded text={text} />
    </p>
  );
}

/** A member or an office, with its face. */
export function Who({ seat, size = 20 }: { seat: string; size?: number }) {
  const look = lookOf(useLooks(), seat);
  return (
    <span className={`${css["who"]} inline`}>
      <Face look={look} size={size} />
      <b>{look.name}</b>
    </span>
  );
}

/** Several of them; `nobody` where there are none. */
export function Everyone({ seats, none = say("nobody") }: { seats: readonly string[]; none?: string }) {
  if (seats.length === 0) return <span className="muted">{none}</span>;
  return (
    <span className="inline wraps">
      {seats.map((seat) => (
        <Who key={seat} seat={seat} size={18} />
      ))}
    </span>
  );
}

/** A score on its colour. */
export function Score({ score, of, title }: { score: number | null; of: number; title?: string }) {
  if (score === null)
    return (
      <span className={`${css["score"]} ${css["unread"]}`} title={title ?? say("could not be read")}>
        –
      </span>
    );
  return (
    <span className={css["score"]} data-tone={worthOf(score, of)} title={title}>
      {Number.isInteger(score) ? score : decimal(score, 1)}
    </span>
  );
}

/** A table with a caption that is read aloud; it scrolls by itself where the place is narrow. */
export function Table({ says, head, children }: { says: string; head: readonly ReactNode[]; children: ReactNode }) {
  return (
    <div className="scroll" role="region" aria-label={says} tabIndex={0}>
      <table className={css["table"]}>
        <caption className="unseen">{says}</caption>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Words that somebody said, in whatever language: an empty `lang` keeps a page's own from being put on them. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <blockquote className={`${css["said"]} muted measure wrap loose-lines`} lang="">
      {children}
    </blockquote>
  );
}

/** A passage of a member's text, in quotation marks and with its form. */
export function Quoted({ text }: { text: string }) {
  return (
    <q lang="" className={css["quoted"]}>
      <Markdown text={text} />
    </q>
  );
}

/** Things told by name: `name: value`. */
export function Details({ of }: { of: Readonly<Record<string, string>> }) {
  const told = Object.entries(of).filter(([, value]) => value !== "");
  if (told.length === 0) return null;
  return (
    <dl className={`${css["details"]} stack tight`}>
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{titleOf(name)}</dt>
          <dd lang="">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What k* means, with its number in words. */
export function KStar({ k, changes, none }: Kept) {
  return (
    <p className={`${css["kstar"]} sunk on-baseline flex loose-lines`}>
      <b>k* = {k}</b>
      <span>
        {k === 0
          ? (none ?? say("No answer is first alone, so no vote could change the winner."))
          : say("{changes} if {k, plural, one {one ballot were} other {# ballots were}} different.", {
              changes,
              k,
            })}{" "}
        <i>{say("The smaller k*, the easier the result falls.")}</i>
      </span>
    </p>
  );
}
interface Kept {
  k: number;
  /** What would change: `The lead would be lost`. */
  changes: string;
  /** Why it takes none, where somebody does stand first alone. */
  none?: string | null;
}

/** How sure somebody says it is. */
export const Sure = ({ confidence }: { confidence: number }) => (
  <Chip tone="gold">{say("{percent} sure", { percent: percent(confidence) })}</Chip>
);

/** Best first. */
export function Ordered({ seats }: { seats: readonly string[] }) {
  return (
    <ol className={`${css["list"]} stack`}>
      {seats.map((seat) => (
        <li key={seat}>
          <Who seat={seat} />
        </li>
      ))}
    </ol>
  );
}

/** Something in words, under its name; nothing where nothing was said. */
export const Told = ({ name, text }: { name: string; text: string }) =>
  text === "" ? null : (
    <p className="measure wrap">
      <Say
        text="<b>{name}.</b> <said></said>"
        values={{ name }}
        tags={{ b: (words) => <b>{words}</b>, said: () => <span lang="">{text}</span> }}
      />
    </p>
  );

/** Nothing to show in a card, said in one line. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="muted">{children}</p>;
