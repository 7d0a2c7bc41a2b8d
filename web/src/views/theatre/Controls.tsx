// How is the theatre itself arranged? Full screen, all at once, or as text.
import { Maximize2, MessagesSquare, Minimize2, Text, Theater } from "lucide-react";
import { useEffect, useState, type RefObject } from "react";
import { IconButton } from "@/controls/Button";
import { prefer, usePreferences } from "@/hooks/preferences";
import { say } from "@/language/say";
import css from "./theatre.module.css";

export function Controls({ whole }: { whole: RefObject<HTMLElement | null> }) {
  const { textOnly, floor } = usePreferences();
  const [full, setFull] = useState(false);
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
    <div className={`${css["controls"]} flex absolute rounded-s`} role="toolbar" aria-label={say("The theatre")}>
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
        onClick={() => {
          prefer({ floor: floor === "all" ? "one" : "all" });
        }}
      >
        <MessagesSquare size={16} />
      </IconButton>
      <IconButton
        kind="quiet"
        name={full ? say("Leave full screen") : say("Full screen")}
        aria-pressed={full}
        aria-keyshortcuts="f"
        onClick={() => {
          void (full ? document.exitFullscreen() : whole.current?.requestFullscreen());
        }}
      >
        {full ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
      </IconButton>
    </div>
  );
}
