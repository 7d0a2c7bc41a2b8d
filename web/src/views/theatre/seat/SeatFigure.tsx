// How does one seat look in the arena? Its face, name, what others gave it, and how it is doing.
import { memo, type CSSProperties } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import type { Look } from "@/playback/looks";
import { Crown, Gavel } from "./Crown";
import type { Spot } from "../arena/places";
import { MarkCards } from "./MarkCards";
import { theatreParts } from "../brought";
import { moodOf, PRESENCE_WORDS, presenceOf } from "../moment/presence";
import { crownedIn, lightOn, pictureOf, sceneOf, turnOf } from "../moment/scenes";
import { badgeOf } from "../moment/standing";
import css from "./seat.module.css";

interface Given {
  spot: Spot;
  look: Look;
  radius: number;
  /** Its number in seat order: masks come off one after another. */
  order: number;
  /** Whether it writes the verdict now. */
  leads: boolean;
  /** Whether its name alone stands below its face. */
  bare: boolean;
  onOpen: (seat: string) => void;
}

export const SeatFigure = memo(function SeatFigure({ spot, look, radius, order, leads, bare, onOpen }: Given) {
  const { id, x, y, scale, inner } = spot;
  const presence = useMoment((moment) => presenceOf(moment, id));
  const mood = useMoment((moment) => moodOf(moment, id));
  const badge = useMoment((moment) => (look.member ? badgeOf(moment, id) : null));
  const crowned = useMoment((moment) => crownedIn(moment) === id);
  const turn = useMoment((moment) => {
    const whose = turnOf(moment);
    return whose === "" ? "" : whose === id ? "mine" : "other";
  });
  const light = useMoment((moment) => lightOn(moment, id));
  const note = useMoment(({ state }) => pictureOf(sceneOf(state)).note?.(state, id) ?? "");
  const below = note !== "" ? note : bare || look.vendor === look.name ? "" : look.vendor;
  const style = {
    translate: `${String(Math.round(x))}px ${String(Math.round(y))}px`,
    "--r": `${String(radius)}px`,
    "--by": scale,
    "--hue": look.hue ?? 0,
    "--order": Math.min(order, 5),
  } as CSSProperties;
  const words = [
    look.name,
    look.vendor,
    look.chairs ? say("chairs") : "",
    crowned ? say("came first") : "",
    PRESENCE_WORDS[presence],
    badge === null ? "" : badge.words,
  ];
  return (
    <li
      className={css["seat"]}
      style={style}
      data-light={light}
      data-presence={presence}
      data-turn={turn}
      data-seat={id}
      data-leads={leads}
      data-grey={look.hue === null}
      data-beside={spot.bubble !== null && (spot.bubble.tail === "left" || spot.bubble.tail === "right")}
    >
      <span className={`${css["halo"]} absolute circle no-touch`} aria-hidden="true" />
      <button
        type="button"
        className={`${css["figure"]} middle absolute circle`}
        aria-label={words.filter((word) => word !== "").join(", ")}
        onClick={() => {
          onOpen(id);
        }}
      >
        <span className="block here" key={look.masked ? "mask" : "face"}>
          <Face look={look} mood={mood} size={radius * 2} alive />
        </span>
        {look.chairs && <Gavel />}
        {crowned && !look.masked && <Crown />}
      </button>
      <div className={`${css["plate"]} grid absolute text-centre no-touch items-centre`} aria-hidden="true">
        <span className={`${css["name"]} cut small strong`}>
          <Called name={look.name} />
        </span>
        {below !== "" && <span className={`${css["vendor"]} cut muted`}>{below}</span>}
      </div>
      {badge !== null && (
        <span
          key={badge.label === "?" ? "closed" : "open"}
          className={`${css["badge"]} middle small ink nowrap bordered absolute`}
          data-inner={inner}
          data-tone={badge.tone}
          data-open={badge.label !== "?"}
        >
          <span aria-hidden="true">{badge.label}</span>
        </span>
      )}
      {look.member && <MarkCards seat={id} />}
      {look.member &&
        !look.masked &&
        theatreParts().map(({ OnSeat }, at) => OnSeat !== undefined && <OnSeat key={at} seat={id} />)}
    </li>
  );
});
