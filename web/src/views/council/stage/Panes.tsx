// How do answers stand beside each other? Side by side, or one at a time.
import { Columns2, Square } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/controls/Button";
import { Tabs } from "@/controls/Tabs";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import { usePicked } from "../address";
import { Pane } from "./Pane";
import css from "../council.module.css";

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
  const looks = useLooks();
  const seats = useAsked(stage);
  const { member, pick } = usePicked();
  const [alone, setAlone] = useState(false);
  const chosen = member !== null && seats.includes(member) ? member : null;
  const single = seats.length > 1 && (alone || chosen !== null);
  const seat = chosen ?? seats[0] ?? "";
  return (
    <div className="stack here">
      {seats.length > 1 && (
        <div className={`${css["layout"]} end flex gap-small`} role="group" aria-label={say("How answers are shown")}>
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
        <Tabs
          name={say("Members")}
          tabs={seats.map((each) => ({ value: each, title: lookOf(looks, each).name }))}
          value={seat}
          onChoose={(to) => {
            pick({ m: to });
          }}
        >
          <Pane key={seat} seat={seat} move={`${stage}/${seat}`} boxed={false} />
        </Tabs>
      ) : (
        <div className={`${css["grid"]} at-start grid`}>
          {seats.map((each) => (
            <Pane key={each} seat={each} move={`${stage}/${each}`} />
          ))}
        </div>
      )}
    </div>
  );
}
