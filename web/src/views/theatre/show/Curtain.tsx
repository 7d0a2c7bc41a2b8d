// Who came first? The winner with its crown, by how much it came first, and how firmly.
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { latest } from "@/playback/found";
import type { SessionState } from "@/wire/types";
import { theatreBrought } from "../brought";
import { crownedIn } from "../moment/scenes";
import { standingOf } from "../moment/standing";
import { useArenaLooks } from "../moment/useArenaLooks";
import { Crown } from "../seat/Crown";
import css from "./show.module.css";

export function Curtain() {
  const looks = useArenaLooks();
  const winner = useMoment(crownedIn);
  const state = useMoment((moment) => moment.state);
  const { rows, says } = standingOf(state);
  const row = rows.find(({ seat }) => seat === winner);
  const look = lookOf(looks, winner);
  return (
    <article className={css["card"]} data-curtain={winner}>
      <div className={`${css["winner"]} stack tight text-centre items-centre`}>
        <span className={`${css["crowned"]} here`}>
          <Face look={look} mood="proud" size={92} />
          <Crown />
        </span>
        <h3>{look.name}</h3>
        {row !== undefined && <p className={css["figure"]}>{row.figure}</p>}
        {row !== undefined && says !== "" && <p className={css["says"]}>{says}</p>}
        {firmness(state, (seat) => lookOf(looks, seat).name).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </article>
  );
}

/** By how much somebody came first, and how many ballots would have to be others. */
function firmness({ findings, protocol }: SessionState, name: (seat: string) => string): readonly string[] {
  const said = theatreBrought(protocol)?.crowned?.(findings, name);
  if (said !== undefined) return said;
  const standing = latest(findings, "standing");
  if (standing === null || standing.k_replaced === 0) return [];
  const k = standing.k_replaced;
  return [
    say("{k, plural, one {One ballot} other {# ballots}} would have to read otherwise for another to come first.", {
      k,
    }),
  ];
}
