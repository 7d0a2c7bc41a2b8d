// Who would sit? Faces in a row, each with its name for those who point at it or hear it.
import { Face } from "@/faces/Face";
import css from "./councils.module.css";
import { say } from "@/language/say";
import type { Seated } from "./roster";

export function FaceRow({ seats, size = 26, most = 9 }: { seats: readonly Seated[]; size?: number; most?: number }) {
  const shown = seats.length > most ? seats.slice(0, most - 1) : seats;
  return (
    <ul className={`${css["faces"]} row snug`}>
      {shown.map(({ look, lacks }) => (
        <li
          key={look.id}
          data-lacks={lacks !== "" || undefined}
          title={lacks === "" ? look.name : say("{name}: no key", { name: look.name })}
        >
          <Face look={look} size={size} />
          <span className="unseen">
            {lacks === "" ? look.name : say("{name}, which needs a key", { name: look.name })}
          </span>
        </li>
      ))}
      {shown.length < seats.length && <li className="muted small">+{String(seats.length - shown.length)}</li>}
    </ul>
  );
}
