// Which chair, role, member, answer, stage, rubric, protocol or question is it? One field, or two, for the way that was chosen.
import { useId } from "react";
import { Select, TextArea, TextField } from "@/controls/Field";
import { askable } from "@/councils/offered";
import { titled } from "@/councils/words";
import { useModels, useProtocols, useRubrics } from "@/hooks/queries";
import { say } from "@/language/say";
import { aboutOf, stageOf } from "@/playback/keys";
import { officeOf } from "@/playback/looks";
import type { MoveView } from "@/wire/types";
import { roles, spoken, type Chosen, type Shown, type Way } from "./variations";

interface Given {
  way: Way;
  chosen: Chosen;
  state: Shown;
  onChange: (changed: Partial<Chosen>) => void;
}

export function Details({ way, chosen, state, onChange }: Given) {
  const chair = state.offices.find((seat) => seat.id === "chair")?.model ?? "";
  switch (way) {
    case "chair":
      return (
        <ModelField
          label={say("Chair")}
          value={chosen.chair}
          help={chair === "" ? undefined : say("It was {model}.", { model: chair })}
          onText={(text) => {
            onChange({ chair: text });
          }}
        />
      );
    case "office": {
      const held = roles(state).find((seat) => seat.id === chosen.office);
      return (
        <>
          <Select
            label={say("Role")}
            value={chosen.office}
            onText={(office) => {
              onChange({ office });
            }}
          >
            {roles(state).map(({ id }) => (
              <option key={id} value={id}>
                {officeOf(id)}
              </option>
            ))}
          </Select>
          <ModelField
            label={say("Its place is taken by")}
            value={chosen.model}
            help={held === undefined ? undefined : say("It was {model}.", { model: held.model })}
            onText={(model) => {
              onChange({ model });
            }}
          />
        </>
      );
    }
    case "member":
      return (
        <>
          <Select
            label={say("Member")}
            value={chosen.seat}
            onText={(seat) => {
              onChange({ seat });
            }}
          >
            {state.seats.map((seat) => (
              <option key={seat.id} value={seat.id}>
                {seatName(state, seat)}
              </option>
            ))}
          </Select>
          <ModelField
            label={say("Its place is taken by")}
            value={chosen.model}
            onText={(model) => {
              onChange({ model });
            }}
          />
        </>
      );
    case "answer":
      return (
        <Select
          label={say("Answer")}
          value={chosen.answer}
          onText={(answer) => {
            onChange({ answer });
          }}
        >
          {spoken(state).map((move) => (
            <option key={move.key} value={move.key}>
              {answerName(state, move)}
            </option>
          ))}
        </Select>
      );
    case "stage":
      return (
        <Select
          label={say("First stage that is asked again")}
          value={chosen.stage}
          onText={(stage) => {
            onChange({ stage });
          }}
        >
          {state.entered.map((stage) => (
            <option key={stage} value={stage}>
              {titled(stage)}
            </option>
          ))}
        </Select>
      );
    case "rubric":
      return <RubricField value={chosen.rubric} onChange={onChange} />;
    case "protocol":
      return <ProtocolField value={chosen.protocol} now={state.protocol} onChange={onChange} />;
    case "question":
      return (
        <TextArea
          label={say("Question")}
          rows={5}
          value={chosen.question}
          onText={(question) => {
            onChange({ question });
          }}
        />
      );
    case "failed":
      return null;
  }
}

/** A member by its model, with its place where that is not enough. */
const seatName = ({ seats }: Shown, { id, model }: Shown["seats"][number]): string =>
  seats.filter((seat) => seat.model === model).length > 1
    ? say("{model}, member {number, number}", { model, number: seats.findIndex((seat) => seat.id === id) + 1 })
    : model;

/** `Review: openai/gpt-5.1`, with what it was about where that is something of its own. */
function answerName(state: Shown, move: MoveView): string {
  const seat = [...state.seats, ...state.offices].find((each) => each.id === move.seat);
  const model = seat === undefined ? move.seat : seatName(state, seat);
  const about = aboutOf(move.key);
  const name = `${titled(stageOf(move.key))}: ${model}`;
  return about === "" ? name : `${name}, ${titled(about)}`;
}

interface Named {
  label: string;
  value: string;
  help?: string | undefined;
  onText: (text: string) => void;
}

/** A model by its whole name; those that can sit are suggested. */
export function ModelField({ label, value, help, onText }: Named) {
  const models = useModels();
  const list = useId();
  return (
    <>
      <TextField
        label={label}
        value={value}
        list={list}
        placeholder={say("endpoint/model")}
        help={help}
        onText={onText}
      />
      <datalist id={list}>
        {askable(models.data?.models ?? []).map((row) => (
          <option key={row.model} value={row.model} />
        ))}
      </datalist>
    </>
  );
}

interface Choosing {
  value: string;
  onChange: Given["onChange"];
}

function RubricField({ value, onChange }: Choosing) {
  const rubrics = useRubrics();
  return (
    <Select
      label={say("Rubric")}
      value={value}
      onText={(rubric) => {
        onChange({ rubric });
      }}
    >
      <option value="">{say("choose a rubric")}</option>
      {rubrics.data?.rubrics.map((row) => (
        <option key={row.rubric.name} value={row.rubric.name}>
          {row.rubric.title === "" ? row.rubric.name : row.rubric.title}
        </option>
      ))}
    </Select>
  );
}

function ProtocolField({ value, now, onChange }: Choosing & { now: string }) {
  const protocols = useProtocols();
  return (
    <Select
      label={say("Protocol")}
      value={value}
      onText={(protocol) => {
        onChange({ protocol });
      }}
    >
      <option value="">{say("choose a protocol")}</option>
      {protocols.data?.protocols
        .filter((row) => row.protocol !== now)
        .map((row) => (
          <option key={row.protocol} value={row.protocol}>
            {titled(row.protocol)}: {row.title}
          </option>
        ))}
    </Select>
  );
}
