// Who was asked, what stands behind the answer, and what did it take? The server's line, with everybody by name.
import { filled } from "@/findings/standingWords";
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { told } from "@/language/told";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

/** Where more is to be known of each part of the line on trust. */
const MORE: Record<Gist["trust"][number]["about"], string> = {
  voters: "/upkeep#voters",
  pairs: "/upkeep#pairs",
  controls: "/upkeep#controls",
  weights: "/upkeep#voters",
  borders: "/upkeep#tiers",
};

/** How far the votes may be believed, each part a link to where more is to be known. */
export function TrustLine({ gist }: { gist: Gist }) {
  const linked = globalThis.location.pathname.startsWith("/s/"); // a shared session and a replay stand alone
  if (gist.trust.length === 0) return null;
  return (
    <ul className={css["line"]} aria-label={say("How far the votes may be believed")}>
      {gist.trust.map(({ about, says }) => (
        <li key={about}>{linked ? <a href={MORE[about]}>{told(says)}</a> : told(says)}</li>
      ))}
    </ul>
  );
}

export function QuietLine({ gist }: { gist: Gist }) {
  const looks = useLooks();
  return (
    <ul className={css["line"]} aria-label={say("In short")}>
      {gist.line.map((part) => (
        <li key={part}>{filled(told(part), (id) => lookOf(looks, id).name)}</li>
      ))}
    </ul>
  );
}
