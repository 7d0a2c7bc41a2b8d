// Is a form made for every kind of ballot, can it be filled in by keys alone, and is nothing handed in that nobody chose?
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { BallotForm } from "@/views/council/person/BallotForm";
import { blank, declined, shapeOf, troubles, type Filled, type Shape } from "@/views/council/person/ballotShape";
import { movedTo, placesOf, rowsOf } from "@/views/council/person/RankField";
import { remarksIn } from "@/playback/show/readable";

const closed = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const place = { type: "integer", enum: [1, 2, 3] };
const RANKING = closed({
  comments: closed({ K7QX: { type: "string" }, B2CD: { type: "string" }, F9GH: { type: "string" } }),
  abstain: { type: "boolean" },
  places: closed({ K7QX: place, B2CD: place, F9GH: place }),
});
const VOTES = closed({
  votes: closed({
    K7QX: closed({
      level: { type: "string", enum: ["strongly_approve", "approve", "neutral", "reject", "strongly_reject"] },
      confidence: { type: "integer", enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      reason: { type: "string", minLength: 1, maxLength: 300 },
    }),
  }),
});
const CLAIMS = closed({
  claims: {
    type: "array",
    minItems: 1,
    maxItems: 30,
    items: closed({ text: { type: "string", minLength: 1 }, kind: { type: "string", enum: ["risk", "opportunity"] } }),
  },
  mark: { type: "string", enum: ["Q4RT"] },
});

function Filling({ shape, tell }: { shape: Shape; tell: (value: Filled) => void }) {
  const [value, set] = useState<Filled>(() => blank(shape));
  return (
    <BallotForm
      name=""
      shape={shape}
      value={value}
      wrong={troubles(shape, value)}
      onChange={(next) => {
        set(next);
        tell(next);
      }}
    />
  );
}

function filling(schema: object) {
  const shape = shapeOf(schema);
  if (shape === null) throw new Error("no form");
  let now: Filled = blank(shape);
  render(<Filling shape={shape} tell={(value) => (now = value)} />);
  return { shape, now: () => now };
}

test("a ranking is put in order by its buttons and ties by a box; untouched it is not handed in", () => {
  const { shape, now } = filling(RANKING);
  expect([...troubles(shape, now()).keys()]).toEqual(["places"]);
  fireEvent.click(screen.getByRole("button", { name: "Move Answer F9GH up" }));
  expect(now()).toMatchObject({ places: { K7QX: 1, F9GH: 2, B2CD: 3 } });
  fireEvent.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
  expect(now()).toMatchObject({ places: { K7QX: 1, F9GH: 2, B2CD: 2 } });
  fireEvent.change(screen.getByLabelText("Answer K7QX"), { target: { value: "Sound." } });
  expect(now()).toMatchObject({ comments: { K7QX: "Sound." }, abstain: false });
  expect(troubles(shape, now()).size).toBe(0);
});

test("rows and places say the same, ties too, and a row that moves is tied to nothing", () => {
  const places = { K7QX: 1, B2CD: 1, F9GH: 3 };
  const rows = rowsOf(["K7QX", "B2CD", "F9GH"], places);
  expect(placesOf(rows)).toEqual(places);
  expect(placesOf(movedTo(rows, 2, 0))).toEqual({ F9GH: 1, K7QX: 2, B2CD: 2 });
});

test("votes have levels as buttons and a slider that chooses nothing by itself", () => {
  const { shape, now } = filling(VOTES);
  expect(troubles(shape, now()).size).toBe(3);
  fireEvent.click(screen.getByRole("radio", { name: "Approve" }));
  const slider = screen.getByRole("slider", { name: "Confidence" });
  expect(slider.getAttribute("aria-valuetext")).toBe("not chosen");
  fireEvent.change(slider, { target: { value: "7" } });
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Because." } });
  expect(now()).toEqual({ votes: { K7QX: { level: "approve", confidence: 7, reason: "Because." } } });
  expect(troubles(shape, now()).size).toBe(0);
});

test("a list of claims grows and shrinks; the drawn mark is filled in unseen", () => {
  const { shape, now } = filling(CLAIMS);
  fireEvent.click(screen.getByRole("button", { name: "Add an entry" }));
  expect(screen.getAllByLabelText("Text")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Remove entry 2" }));
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "It rains." } });
  fireEvent.click(screen.getByRole("radio", { name: "Risk" }));
  expect(now()).toEqual({ claims: [{ text: "It rains.", kind: "risk" }], mark: "Q4RT" });
  expect(troubles(shape, now()).size).toBe(0);
});

test("who declines fills in nothing else, and the ballot still fits its form", () => {
  const shape = shapeOf(RANKING) as Shape;
  expect(declined(shape, { abstain: true })).toEqual({
    abstain: true,
    comments: { K7QX: "–", B2CD: "–", F9GH: "–" },
    places: { K7QX: 1, B2CD: 1, F9GH: 1 },
  });
});

test("what no form is made for is written as text", () => {
  expect(shapeOf({ type: "object", properties: { any: {} } })).toBeNull();
  expect(shapeOf({ type: "string", minLength: 1 })).toEqual({ kind: "words", least: 1, most: null });
});

test("the prose of a ballot is read by answer, whole and while it is written", () => {
  const whole = '{"comments": {"K7QX": "It is sound.\\nAnd long.", "B2CD": "Thin on cost."}, "places": {"K7QX": 1}}';
  expect(remarksIn(whole)).toEqual([
    { on: "K7QX", field: "", text: "It is sound.\nAnd long." },
    { on: "B2CD", field: "", text: "Thin on cost." },
  ]);
  expect(remarksIn(whole.slice(0, 45)).at(0)?.text).toMatch(/^It is sound/);
  expect(remarksIn('{"scores": {"K7QX": {"score": 7, "why": "It is clear."}}}')).toEqual([
    { on: "K7QX", field: "why", text: "It is clear." },
  ]);
});
