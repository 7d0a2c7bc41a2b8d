// One line below the answer: how sure it is, what would change it, what it cost. And why, where no table tells it.
import { Coded } from "@/controls/Coded";
import { filled } from "@/findings/standingWords";
import { useLooks, useMoment, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { listed, say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import { behind, type Contract, type Reason } from "./contract";
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
  const members = useMoment(({ state }) => state.seats.length);
  const count = behind(contract).size;
  const named = (words: string): string => filled(words, (id) => lookOf(looks, id).name);
  const sure =
    count > 0
      ? say("{count, number} of {members, number} behind this", { count, members })
      : contract.selective // which says so itself
        ? ""
        : contract.confidence || (gist === null ? "" : sealOf(gist, (id) => lookOf(looks, id).name));
  const parts = [...contract.would_change.slice(0, 1), ...(gist?.line ?? [])].map((part) =>
    named(part).replace(/\.$/, ""),
  );
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

/** Where members voted, the vote stands before what it came to: the answer is another text, which nobody voted on. */
function sealOf({ of, seal, whom }: Gist, name: (seat: string) => string): string {
  if (of === "") return seal;
  return whom === ""
    ? say("{of}: {seal}", { of, seal })
    : say("{of}: {seal} for {name}", { of, seal, name: name(whom) });
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

/** Reasons for and against, and what would change the result. */
export function Reasons({ contract: { reasons, dissent, would_change } }: { contract: Contract }) {
  const more = would_change.slice(1);
  if (reasons.length + dissent.length + more.length === 0) return null;
  return (
    <div className={findings["columns"]}>
      <Listed title={say("Why")} reasons={reasons} />
      <Listed title={say("Against it")} reasons={dissent} />
      <Listed title={say("What would change it")} reasons={more.map((text) => ({ text, by: [], passage: "" }))} />
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
            <span lang="">{text}</span> {passage !== "" && passage !== text && <q lang="">{passage}</q>}{" "}
            {by.length > 0 && <small>{listed(by.map((seat) => lookOf(looks, seat).name))}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
