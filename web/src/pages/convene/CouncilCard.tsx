// What is on a council's card? Marks of its makers, the names of its models, who chairs it, and whether they can be asked.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { MakerMarks } from "@/councils/MakerMark";
import { DEMO, isScripted, namesOf, seatsOf, shortOf } from "@/councils/roster";
import { say } from "@/language/say";
import type { CouncilRow, EndpointFull } from "@/wire/types";
import css from "./convene.module.css";

interface Given {
  row: CouncilRow;
  endpoints: readonly EndpointFull[];
  /** Whether it is the default. */
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
    <label className={`${css["card"]} stack box here`}>
      <input type="radio" name="council" value={council.name} checked={checked} onChange={onChoose} />
      <span className="row">
        <strong>{council.name === "" ? say("Chosen for you") : council.name}</strong>
        {first && <Chip tone="gold">{say("default")}</Chip>}
        {scripted && <Chip>{say("demo")}</Chip>}
        {layer !== "packaged" && layer !== "" && <Chip>{layer === "user" ? say("yours") : layer}</Chip>}
      </span>
      <MakerMarks models={seats.map((seat) => seat.model)} />
      <span className="small wrap">
        {namesOf(seats)}
        {seated.chair !== null && (
          <span className="muted small">
            {", "}
            {say("chair {model}", { model: shortOf(seated.chair) })}
          </span>
        )}
      </span>
      {(scripted || council.title !== "") && (
        <span className="muted small">
          <Coded text={scripted ? DEMO : council.title} />
        </span>
      )}
      {council.dated !== "" && <span className="muted small">{say("models of {date}", { date: council.dated })}</span>}
      {lacking > 0 && (
        <span className="muted small">
          {say("{lacking, number} of {members, number} need a key", { lacking, members: seats.length })}
        </span>
      )}
      {notes.length > 0 && (
        <span className="muted small">
          {say("{models, plural, one {# model} other {# models}} replaced", { models: notes.length })}
        </span>
      )}
      {gone && <span className="bad small">{say("A model of it is no longer offered")}</span>}
    </label>
  );
}
