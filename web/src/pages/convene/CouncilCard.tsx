// What is on a council's card? Its faces, the names of its models, who chairs it, and whether they can be asked.
import { Chip } from "@/controls/Card";
import { FaceRow } from "@/councils/FaceRow";
import { DEMO, isScripted, namesOf, seatsOf, shortOf } from "@/councils/roster";
import { counted } from "@/councils/words";
import type { CouncilRow, EndpointFull } from "@/wire/types";
import css from "./convene.module.css";

interface Given {
  row: CouncilRow;
  endpoints: readonly EndpointFull[];
  /** Whether it is the one that sits by default. */
  first: boolean;
  checked: boolean;
  onChoose: () => void;
}

export function CouncilCard({ row, endpoints, first, checked, onChoose }: Given) {
  const { council, seated, layer, notes, troubles } = row;
  const seats = seatsOf(seated.members, endpoints);
  const scripted = isScripted(seats);
  const lacking = seats.filter((seat) => seat.lacks !== "").length;
  const gone = troubles.some((each) => !each.includes(": no key ("));
  return (
    <label className={css["card"]}>
      <input type="radio" name="council" value={council.name} checked={checked} onChange={onChoose} />
      <span className={css["cardHead"]}>
        <strong>{council.name === "" ? "Chosen for you" : council.name}</strong>
        {first && <Chip tone="gold">sits by default</Chip>}
        {scripted && <Chip>demo</Chip>}
        {layer !== "packaged" && layer !== "" && <Chip>{layer === "user" ? "yours" : layer}</Chip>}
      </span>
      <FaceRow seats={seats} />
      <span className={css["names"]}>
        {namesOf(seats)}
        {seated.chair !== null && <span className={css["says"]}> · chair {shortOf(seated.chair)}</span>}
      </span>
      {(scripted || council.title !== "") && <span className={css["says"]}>{scripted ? DEMO : council.title}</span>}
      {council.dated !== "" && <span className={css["says"]}>models of {council.dated}</span>}
      {lacking > 0 && (
        <span className={css["says"]}>
          {String(lacking)} of {String(seats.length)} need a key
        </span>
      )}
      {notes.length > 0 && <span className={css["says"]}>{counted(notes.length, "model")} replaced</span>}
      {gone && <span className={css["gone"]}>A model of it is no longer offered</span>}
    </label>
  );
}
