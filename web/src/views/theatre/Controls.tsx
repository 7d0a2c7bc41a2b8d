// How is the theatre itself arranged? Full screen, without panels, at a calm pace, or as text.
import { Expand, Maximize2, MessagesSquare, Minimize2, Snail, Text, Theater } from "lucide-react";
import { useEffect, useState, type RefObject } from "react";
import { IconButton } from "@/controls/Button";
import { slowDown } from "@/hooks/calm";
import { prefer, usePreferences } from "@/hooks/preferences";
import { useMoment, usePlayer, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import css from "./theatre.module.css";

interface Given {
  whole: RefObject<HTMLElement | null>;
  cinema: boolean;
  onCinema: (cinema: boolean) => void;
}

export function Controls({ whole, cinema, onCinema }: Given) {
  const { textOnly, floor } = usePreferences();
  const [full, setFull] = useState(false);
  const [calm, setCalm] = useState(false);
  useCalmPace(calm);
  useEffect(() => {
    const changed = (): void => {
      setFull(document.fullscreenElement !== null);
    };
    document.addEventListener("fullscreenchange", changed);
    return () => {
      document.removeEventListener("fullscreenchange", changed);
    };
  }, []);
  return (
    <div className={css["controls"]} role="toolbar" aria-label={say("The theatre")}>
      <IconButton
        kind="quiet"
        name={textOnly ? say("Show the arena") : say("Show as text")}
        aria-pressed={textOnly}
        onClick={() => {
          prefer({ textOnly: !textOnly });
        }}
      >
        {textOnly ? <Theater size={16} /> : <Text size={16} />}
      </IconButton>
      <IconButton
        kind="quiet"
        name={say("All at once: everybody’s words beside their faces")}
        aria-pressed={floor === "all"}
        data-action="all-at-once"
        onClick={() => {
          prefer({ floor: floor === "all" ? "one" : "all" });
        }}
      >
        <MessagesSquare size={16} />
      </IconButton>
      <IconButton
        kind="quiet"
        name={say("Calm pace: slower while many speak at once")}
        aria-pressed={calm}
        onClick={() => {
          setCalm(!calm);
        }}
      >
        <Snail size={16} />
      </IconButton>
      <IconButton
        kind="quiet"
        name={cinema ? say("Show the panels") : say("Cinema: hide the panels")}
        aria-pressed={cinema}
        data-action="cinema"
        onClick={() => {
          onCinema(!cinema);
        }}
      >
        <Expand size={16} />
      </IconButton>
      <IconButton
        kind="quiet"
        name={full ? say("Leave full screen") : say("Full screen")}
        aria-pressed={full}
        aria-keyshortcuts="f"
        data-action="fullscreen"
        onClick={() => {
          void (full ? document.exitFullscreen() : whole.current?.requestFullscreen());
        }}
      >
        {full ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
      </IconButton>
    </div>
  );
}

/** So many voices at once are a dense passage. */
const DENSE = 3;

/** While it is calm, a recording plays at half its speed where many speak at once. */
function useCalmPace(calm: boolean): void {
  const player = usePlayer();
  const dense = useMoment(({ speeches }) => speeches.size >= DENSE);
  const playing = useTransport((transport) => transport.playing);
  const slow = calm && dense && playing;
  useEffect(() => {
    return slow ? slowDown(player) : undefined;
  }, [slow, player]);
}
