// Which stages and moments are there, as a list? For those who do not see the timeline, and for narrow screens.
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "@/controls/Button";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { bandAt, type Band, type Marker } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import { ICONS } from "./Markers";
import { markerText } from "./words";
import css from "./timeline.module.css";

interface Given {
  bands: readonly Band[];
  markers: readonly Marker[];
  onClose: () => void;
}

export function Chapters({ bands, markers, onClose }: Given) {
  const player = usePlayer();
  const looks = useLooks();
  const now = useMoment(({ at }) => bandAt(bands, at)?.seq);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const go = (t: number): void => {
    player.seek(t);
  };
  return (
    <nav
      ref={list}
      className={`${css["chapters"]} float scroll absolute`}
      data-arrows=""
      aria-label={say("Chapters")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="spread flex at-centre">
        <h2>{say("Chapters")}</h2>
        <IconButton name={say("Close the chapters")} kind="quiet" onClick={onClose}>
          <X size={17} />
        </IconButton>
      </div>
      <ol>
        {bands.map((band) => (
          <li key={band.seq}>
            <button
              type="button"
              aria-current={band.seq === now ? "step" : undefined}
              onClick={() => {
                go(band.from);
              }}
            >
              <time>{clockText(band.from)}</time> <b>{band.title}</b>
            </button>
            <ol>
              {markers
                .filter((marker) => bandAt(bands, marker.t) === band)
                .map((marker) => {
                  const Icon = ICONS[marker.kind];
                  return (
                    <li key={`${String(marker.seq)} ${marker.kind} ${marker.says} ${marker.seats.join()}`}>
                      <button
                        type="button"
                        onClick={() => {
                          go(marker.t);
                        }}
                      >
                        <time>{clockText(marker.t)}</time> <Icon size={13} aria-hidden="true" />{" "}
                        {markerText(marker, looks)}
                      </button>
                    </li>
                  );
                })}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  );
}
