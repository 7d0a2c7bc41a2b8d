// What is really in the log? Every event, to be filtered, read as it stands, and gone to.
import { X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { IconButton } from "@/controls/Button";
import { useLooks, useMoment, usePlayer, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import { isBlind, lookOf } from "@/playback/looks";
import { Detail } from "./Detail";
import { EVERYTHING, filtered, kindsOf } from "./rows";
import { Rows } from "./Rows";
import css from "./inspector.module.css";

export default function Inspector({ id, onClose }: { id: string | null; onClose: () => void }) {
  const player = usePlayer();
  const looks = useLooks();
  const length = useTransport((transport) => transport.length);
  const blind = useMoment(({ state }) => isBlind(state));
  const seats = useMoment(({ state }) => state.seats);
  const offices = useMoment(({ state }) => state.offices);
  const [filter, narrow] = useState(EVERYTHING);
  const [chosen, choose] = useState<number | null>(null);
  const wanted = useDeferredValue(filter);
  const { events } = player.log;
  const kinds = useMemo(() => kindsOf(events.slice(0, length)), [events, length]);
  const places = useMemo(() => filtered(events.slice(0, length), wanted, blind), [events, length, wanted, blind]);
  const event = chosen === null ? undefined : events[chosen];
  return (
    <aside className={css["inspector"]} aria-label={say("Event inspector")}>
      <div className={css["top"]}>
        <h2>{say("Events")}</h2>
        <span>
          {player.log.foreign === 0
            ? say("{shown, number} of {events, number}", { shown: places.length, events: length })
            : say("{shown, number} of {events, number}, {unknown, number} of kinds this version does not know", {
                shown: places.length,
                events: length,
                unknown: player.log.foreign,
              })}
        </span>
        <IconButton name={say("Close the inspector")} kind="quiet" onClick={onClose}>
          <X size={17} />
        </IconButton>
      </div>
      <div className={css["filters"]}>
        <select
          aria-label={say("Kind")}
          value={filter.kind}
          onChange={(change) => {
            narrow({ ...filter, kind: change.target.value });
          }}
        >
          <option value="">{say("Every kind")}</option>
          {kinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
        <select
          aria-label={say("Seat")}
          value={filter.seat}
          onChange={(change) => {
            narrow({ ...filter, seat: change.target.value });
          }}
        >
          <option value="">{say("Every seat")}</option>
          {[...seats, ...offices].map((seat) => (
            <option key={seat.id} value={seat.id}>
              {lookOf(looks, seat.id).name}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={say("Text in the event")}
          placeholder={say("Text in the event")}
          value={filter.text}
          onChange={(change) => {
            narrow({ ...filter, text: change.target.value });
          }}
        />
      </div>
      <Rows places={places} chosen={chosen} choose={choose} />
      {event !== undefined && <Detail key={event.seq} event={event} id={id} />}
    </aside>
  );
}
