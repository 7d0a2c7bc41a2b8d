// What has a member earned? A medal on its seat for good, and a notice in the arena for each in its turn.
import { memo, Suspense } from "react";
import { Coded } from "@/controls/Coded";
import { late } from "@/controls/late";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { listed, say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { awardTitle } from "./awardTitle";
import { awardsNow, awardsShown, type Earned } from "./awards";
import { useUnlocked } from "./show/unlocked";
import { useArenaLooks } from "@/views/theatre/moment/useArenaLooks";
import ours from "./medals.module.css";
import notice from "./notice.module.css";

const Sign = late(() => import("./Sign"));

export const Medals = memo(function Medals({ seat }: { seat: string }) {
  const awards = useMoment((moment) => awardsShown(moment, seat));
  if (awards.length === 0) return null;
  return (
    <span className={`${ours["medals"]} flex absolute`}>
      {awards.map((award) => {
        const says = say("{award}: {reasons}", {
          award: awardTitle(award.name),
          reasons: award.because.join(" "),
        });
        return (
          <span key={award.name} className={ours["medal"]} role="img" aria-label={says} title={says}>
            <Suspense fallback={null}>
              <Sign name={award.name} size={12} strokeWidth={2.4} />
            </Suspense>
          </span>
        );
      })}
    </span>
  );
});

/** What is shown in its turn; what a model earned for the first time stands larger. */
export function AwardNotice() {
  const { id } = useSteering();
  const over = useMoment(({ state }) => state.verdict !== null);
  const awards = useMoment(awardsNow);
  if (id !== null && over) return <Asked id={id} awards={awards} />;
  return awards.length === 0 ? null : <Notices awards={awards} first={NO_ONE} />;
}

const NO_ONE: ReadonlySet<string> = new Set();

/** The server knows what is new: it is asked before the first of them is shown. */
function Asked({ id, awards }: { id: string; awards: readonly Earned[] }) {
  const unlocked = useUnlocked(id);
  return awards.length === 0 ? null : <Notices awards={awards} first={unlocked} />;
}

/** One notice or several; `first` is what was new to which model. */
function Notices({ awards, first }: { awards: readonly Earned[]; first: ReadonlySet<string> }) {
  const seats = useMoment(({ state }) => state.seats);
  return (
    <ul className={`${notice["notices"]} stack tight hidden absolute no-touch`}>
      {awards.map((award) => {
        const models = seats.filter((seat) => award.seats.includes(seat.id)).map(({ model }) => model);
        return (
          <Notice key={award.name} award={award} first={models.some((model) => first.has(`${award.name} ${model}`))} />
        );
      })}
    </ul>
  );
}

function Notice({ award, first }: { award: Earned; first: boolean }) {
  const looks = useArenaLooks();
  const size = first ? 34 : 20;
  return (
    <li className={`${notice["notice"]} line gold lifted`} data-notice={award.name} data-first={first}>
      <Suspense fallback={<svg width={size} aria-hidden="true" />}>
        <Sign name={award.name} size={size} strokeWidth={2} />
      </Suspense>
      <span>
        {first && <em>{say("For the first time")}</em>}
        <b>{awardTitle(award.name)}</b> {named(award.seats.map((id) => lookOf(looks, id).name))}
        {award.because.length === 1 && (
          <small>
            <Coded text={award.because[0] ?? ""} />
          </small>
        )}
      </span>
    </li>
  );
}

/** `one, two and three`; beyond four the rest are counted. */
function named(names: readonly string[]): string {
  return listed(
    names.length > 4 ? [...names.slice(0, 3), say("{others, number} more", { others: names.length - 3 })] : names,
  );
}
