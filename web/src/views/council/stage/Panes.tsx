// How do answers stand beside each other? Side by side, or one at a time with arrows and swipes.
import { ChevronLeft, ChevronRight, Columns2, Square } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type TouchEvent } from "react";
import { IconButton } from "@/controls/Button";
import { Face } from "@/faces/Face";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { usePicked } from "../address";
import { Pane } from "./Pane";
import css from "../council.module.css";

const SWIPE = 60;

/** Who is asked in a stage: its members in seat order, or everybody while nobody has been. */
export function useAsked(stage: string): readonly string[] {
  return useMoment(({ state }) => {
    const asked = state.seats.filter(({ id }) => state.moves[`${stage}/${id}`] !== undefined).map(({ id }) => id);
    const others = state.offices.filter(({ id }) => {
      const move = state.moves[`${stage}/${id}`];
      return id !== "arbiter" && id !== "embedder" && move !== undefined && !/^(chair|stand-in)/.test(id);
    });
    const all = [...asked, ...others.map(({ id }) => id)];
    return (all.length === 0 ? state.seats.map(({ id }) => id) : all).join(" ");
  }).split(" ");
}

export function Panes({ stage }: { stage: string }) {
  const seats = useAsked(stage);
  const { member, pick } = usePicked();
  const [alone, setAlone] = useState(false);
  const chosen = member !== null && seats.includes(member) ? member : null;
  const single = seats.length > 1 && (alone || chosen !== null);
  return (
    <div className={css["panes"]}>
      {seats.length > 1 && (
        <div className={css["layout"]} role="group" aria-label={say("How answers are shown")}>
          <IconButton
            name={say("Side by side")}
            kind="quiet"
            aria-pressed={!single}
            onClick={() => {
              setAlone(false);
              pick({ m: null });
            }}
          >
            <Columns2 size={17} />
          </IconButton>
          <IconButton
            name={say("One at a time")}
            kind="quiet"
            aria-pressed={single}
            onClick={() => {
              setAlone(true);
            }}
          >
            <Square size={16} />
          </IconButton>
        </div>
      )}
      {single ? (
        <OneAtATime
          seats={seats}
          stage={stage}
          at={Math.max(0, seats.indexOf(chosen ?? ""))}
          go={(seat) => {
            pick({ m: seat });
          }}
        />
      ) : (
        <div className={css["grid"]}>
          {seats.map((seat) => (
            <Pane key={seat} seat={seat} move={`${stage}/${seat}`} />
          ))}
        </div>
      )}
    </div>
  );
}

interface One {
  seats: readonly string[];
  stage: string;
  at: number;
  go: (seat: string) => void;
}

function OneAtATime({ seats, stage, at, go }: One) {
  const looks = useLooks();
  const touch = useRef<number | null>(null);
  const step = (by: number): void => {
    const next = seats[(at + by + seats.length) % seats.length];
    if (next !== undefined) go(next);
  };
  const walk = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    step(by);
  };
  const began = (event: TouchEvent): void => {
    touch.current = event.touches[0]?.clientX ?? null;
  };
  const ended = (event: TouchEvent): void => {
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (touch.current ?? 0);
    if (touch.current !== null && Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
    touch.current = null;
  };
  const seat = seats[at] ?? seats[0] ?? "";
  return (
    <div onTouchStart={began} onTouchEnd={ended}>
      <div className={css["pager"]} role="toolbar" aria-label={say("Members")} onKeyDown={walk}>
        <IconButton
          name={say("The one before")}
          kind="quiet"
          onClick={() => {
            step(-1);
          }}
        >
          <ChevronLeft size={18} />
        </IconButton>
        {seats.map((each) => {
          const look = lookOf(looks, each);
          return (
            <button
              key={each}
              type="button"
              aria-pressed={each === seat}
              onClick={() => {
                go(each);
              }}
            >
              <Face look={look} size={24} />
              <span>{look.name}</span>
            </button>
          );
        })}
        <IconButton
          name={say("The next one")}
          kind="quiet"
          onClick={() => {
            step(1);
          }}
        >
          <ChevronRight size={18} />
        </IconButton>
      </div>
      <Pane key={seat} seat={seat} move={`${stage}/${seat}`} boxed={false} />
    </div>
  );
}
