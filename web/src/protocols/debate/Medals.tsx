// What has a member earned? A medal on its seat for good, and for four seconds a notice in the arena.
import {
  Award as Ribbon,
  Flame,
  Handshake,
  Hammer,
  Megaphone,
  Moon,
  ShieldHalf,
  Swords,
  Trophy,
  Undo2,
  Users,
} from "lucide-react";
import { memo, type ComponentType } from "react";
import { useMoment, usePlayer } from "@/hooks/session";
import { told } from "@/language/told";
import { listed, say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { awardTitle } from "./awardTitle";
import { allAwards, awardedAt, awardsOf, type Earned } from "./awards";
import { goesOn } from "@/views/theatre/moment/scenes";
import { useArenaLooks } from "@/views/theatre/moment/useArenaLooks";
import ours from "./medals.module.css";
import notice from "./notice.module.css";

const ICONS: Record<Earned["name"], ComponentType<{ size?: number; strokeWidth?: number }>> = {
  "comeback-king": Undo2,
  unanimous: Trophy,
  contrarian: Flame,
  peacemaker: Handshake,
  "iron-wall": ShieldHalf,
  "silver-tongue": Megaphone,
  workhorse: Hammer,
  "dark-horse": Moon,
  rivalry: Swords,
  "best-friends": Users,
};

export const Medals = memo(function Medals({ seat }: { seat: string }) {
  const awards = useMoment(({ state }) => awardsOf(state, seat));
  if (awards.length === 0) return null;
  return (
    <span className={ours["medals"]}>
      {awards.map((award) => {
        const Icon = ICONS[award.name];
        const says = say("{award}: {reasons}", {
          award: awardTitle(award.name),
          reasons: award.because.map(told).join(" "),
        });
        return (
          <span key={award.name} className={ours["medal"]} role="img" aria-label={says} title={says}>
            <Icon size={12} strokeWidth={2.4} />
          </span>
        );
      })}
    </span>
  );
});

const SHOWN_FOR = 4000;
const NONE: readonly Earned[] = [];

/** What has just been earned. */
export function AwardNotice() {
  const player = usePlayer();
  const looks = useArenaLooks();
  const awards = useMoment(({ state, t }) => {
    const at = awardedAt(state, player.log);
    return at !== null && goesOn(state) && t - at <= SHOWN_FOR ? allAwards(state) : NONE;
  });
  if (awards.length === 0) return null;
  return (
    <ul className={notice["notices"]}>
      {awards.slice(0, 3).map((award) => (
        <li key={award.name} className={notice["notice"]}>
          <Ribbon size={18} aria-hidden="true" />
          <span>
            <b>{awardTitle(award.name)}</b> {named(award.seats.map((id) => lookOf(looks, id).name))}
            {award.because.length === 1 && <small>{told(award.because[0] ?? "")}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `one, two and three`; beyond four the rest are counted. */
function named(names: readonly string[]): string {
  return listed(names.length > 4 ? [...names.slice(0, 3), say("{others} more", { others: names.length - 3 })] : names);
}
