// Who was asked, what stands behind the answer, and what did it take? The server's line, with everybody by name.
import { Coded } from "@/controls/Coded";
import { filled } from "@/findings/standingWords";
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

/** Where more is to be known of each part of the line on trust. */
const MORE: Record<Gist["trust"][number]["about"], string> = {
  voters: "/upkeep#voters",
  pairs: "/upkeep#pairs",
  controls: "/upkeep#controls",
  weights: "/upkeep#voters",
  borders: "/upkeep#mixes",
};

/** How far the votes may be believed, each part a link to where more is to be known. */
export function TrustLine({ gist }: { gist: Gist }) {
  const linked = globalThis.location.pathname.startsWith("/s/"); // a shared session and a replay stand alone
  if (gist.trust.length === 0) return null;
  return (
    <ul className={css["line"]} aria-label={say("How far the votes may be believed")}>
      {gist.trust.map(({ about, says }) => {
        const words = <Coded text={says} />;
        return <li key={about}>{linked ? <a href={MORE[about]}>{words}</a> : words}</li>;
      })}
    </ul>
  );
}

export function QuietLine({ gist }: { gist: Gist }) {
  const looks = useLooks();
  return (
    <ul className={css["line"]} aria-label={say("In short")}>
      {gist.line.map((part) => (
        <li key={part}>{filled(part, (id) => lookOf(looks, id).name)}</li>
      ))}
    </ul>
  );
}
