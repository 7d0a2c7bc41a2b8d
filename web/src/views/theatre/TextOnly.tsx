// What happens in the arena, for who would rather read it? The chronicle, and everybody as a list to open.
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { Chronicle } from "./side/Chronicle";
import { moodOf, PRESENCE_WORDS, presenceOf } from "./moment/presence";
import { sceneOf } from "./moment/scenes";
import { badgeOf } from "./moment/standing";
import { Decree } from "./arena/Decree";
import { leadOf } from "./moment/scenes";
import { useArenaLooks } from "./moment/useArenaLooks";
import css from "./text.module.css";

export function TextOnly({ onOpen }: { onOpen: (seat: string) => void }) {
  const members = useMoment(({ state }) => state.seats);
  const concluding = useMoment(({ state }) => sceneOf(state) === "synthesis");
  const lead = useMoment(({ state }) => leadOf(state));
  return (
    <div className={`${css["text"]} stack loose scroll tall`}>
      <ul className={`${css["seats"]} tiles`} aria-label={say("Seats")}>
        {members.map(({ id }) => (
          <Line key={id} seat={id} onOpen={onOpen} />
        ))}
      </ul>
      {concluding && (
        <section className={`${css["decree"]} column on-card`}>
          <Decree lead={lead} />
        </section>
      )}
      <section className="grid">
        <Chronicle most={200} />
      </section>
    </div>
  );
}

function Line({ seat, onOpen }: { seat: string; onOpen: (seat: string) => void }) {
  const look = lookOf(useArenaLooks(), seat);
  const presence = useMoment((moment) => presenceOf(moment, seat));
  const mood = useMoment((moment) => moodOf(moment, seat));
  const badge = useMoment((moment) => badgeOf(moment, seat));
  return (
    <li>
      <button
        type="button"
        onClick={() => {
          onOpen(seat);
        }}
      >
        <Face look={look} mood={mood} size={28} />
        <b>{look.name}</b>
        <span>{PRESENCE_WORDS[presence]}</span>
        {badge !== null && <span className="full">{badge.words}</span>}
      </button>
    </li>
  );
}
