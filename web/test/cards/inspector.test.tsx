// Does the inspector show what an event is, and tell nobody's name while names are hidden, not even by searching?
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Detail } from "@/views/inspector/Detail";
import Inspector from "@/views/inspector/Inspector";
import { EVERYTHING, filtered, jsonOf } from "@/views/inspector/rows";
import type { Logged } from "@/playback/log";
import { golden } from "../golden";
import { after, mounted, settle } from "../mounted";

const events = golden("peer-review-full");
const blind = after(events, (event) => event.kind === "BallotRead");

test("while names are hidden no event is found by one", async () => {
  const wanted = { ...EVERYTHING, text: "rehearsal/ada" };
  expect(filtered(events, wanted, false).length).toBeGreaterThan(0);
  expect(filtered(events, wanted, true)).toEqual([]);
  const page = mounted(<Inspector id={null} onClose={() => undefined} />, events, blind);
  await settle();
  const field = screen.getByRole("searchbox");
  fireEvent.change(field, { target: { value: "rehearsal/ada" } });
  expect(page.container.textContent).toContain("No event is like that");
  page.at(events.length);
  expect(page.container.textContent).not.toContain("No event is like that");
});

test("what tells who is who is hidden in an event's text: earlier sessions, the council, reasons, what seats were told", () => {
  const secret = "rehearsal/ada";
  const names = ["past", "council", "why", "system", "model", "roster", "cause", "chair", "proposer"];
  const body = Object.fromEntries(names.map((name) => [name, { deep: secret }]));
  const event = { ...(events[0] as Logged), body } as unknown as Logged;
  expect(jsonOf(event, false)).toContain(secret);
  expect(jsonOf(event, true)).not.toContain(secret);
});

test("an event is told above its text, by letters while names are hidden", () => {
  const spoke = events.find((event) => event.key === "opinions/seat-a" && event.kind === "SeatSpoke") as Logged;
  const page = mounted(<Detail event={spoke} id={null} />, events, blind);
  const card = (): string => screen.getByText(/finished, \d+ words/).textContent;
  expect(card()).toMatch(/Response A finished, \d+ words\./);
  expect(page.container.outerHTML).not.toMatch(/\bada\b/);
  page.at(events.length);
  expect(card()).toMatch(/ada finished/);
});
