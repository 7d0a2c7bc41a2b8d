// One line below the answer: how sure it is, who disagrees, what would change it, what it cost. And why, where no table tells it.
import { Coded } from "@/controls/Coded";
import { Quoted } from "@/findings/parts";
import { filled } from "@/findings/standingWords";
import { useLooks, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { listed, say } from "@/language/say";
import { lookOf, roleOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import type { Contract, Reason } from "./contract";
import findings from "@/findings/findings.module.css";
import css from "./verdict.module.css";

/** Where more is to be known of each part of the line on trust. */
const MORE: Record<Gist["trust"][number]["about"], string> = {
  voters: "/upkeep#voters",
  pairs: "/upkeep#pairs",
  controls: "/upkeep#controls",
  weights: "/upkeep#voters",
  borders: "/upkeep#mixes",
};

export function Certainty({ contract }: { contract: Contract }) {
  const looks = useLooks();
  const gist = useTransport((transport) => transport.gist);
  const named = (words: string): string => filled(words, (id) => lookOf(looks, id).name);
  const sure = contract.selective // which says so itself
    ? ""
    : contract.confidence || (gist?.seal ?? "");
  const parts = [
    ...(contract.disagreement === "" || contract.selective ? [] : [contract.disagreement]),
    ...contract.would_change.slice(0, 1),
    ...(gist?.line ?? []),
  ].map((part) => named(part).replace(/\.$/, ""));
  if (sure === "" && parts.length === 0) return null;
  return (
    <ul className={`${css["line"]} dotted muted`} aria-label={say("In short")}>
      {sure !== "" && (
        <li data-firmness={gist?.firmness}>
          <b>
            <Coded text={named(sure)} />
          </b>
        </li>
      )}
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

/** How far votes on claims may be believed, each part a link to where more is to be known. */
export function TrustLine({ gist }: { gist: Gist }) {
  const linked = useSteering().id !== null; // a shared session and a replay stand alone
  if (gist.trust.length === 0) return null;
  return (
    <ul className={`${css["line"]} dotted muted`} aria-label={say("How far the votes may be believed")}>
      {gist.trust.map(({ about, says }) => {
        const words = <Coded text={says} />;
        return <li key={about}>{linked ? <a href={MORE[about]}>{words}</a> : words}</li>;
      })}
    </ul>
  );
}

/** Reasons for and against. */
export function Reasons({ contract: { reasons, dissent } }: { contract: Contract }) {
  return (
    <div className={findings["columns"]}>
      <Listed title={say("Why")} reasons={reasons} />
      <Listed title={say("Who disagrees")} reasons={dissent} />
    </div>
  );
}

/** Reasons of a kind on the page; all of them are in what the members voted. */
const MOST = 3;

function Listed({ title, reasons }: { title: string; reasons: readonly Reason[] }) {
  const looks = useLooks();
  if (reasons.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {reasons.slice(0, MOST).map(({ text, by, passage }, at) => (
          <li key={at}>
            {by.length > 0 && <b>{listed(by.map((seat) => roleOf(lookOf(looks, seat))))}</b>}{" "}
            {passage !== text && <span lang="">{text}</span>} {passage !== "" && <Quoted text={passage} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
