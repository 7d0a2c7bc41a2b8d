// Test that what speaks against a result is shown beside its answer.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Over } from "@/views/council/Notices";
import type { Logged } from "@/playback/log";
import ResultView from "@/views/verdict/ResultView";
import type { EventOf } from "@/wire/types";
import { golden } from "../../golden";
import { mounted } from "../../mounted";

const result = <ResultView ending={<Over />} judged={null} />;

test("who is missing is told beside the answer, with where and why", () => {
  mounted(result, golden("peer-review-degraded"));
  const missing = screen.getByRole("list", { name: "What is missing" });
  const answer = screen.getByRole("region", { name: "Answer" });
  expect(answer.contains(missing)).toBe(true);
  expect(missing.textContent).toMatch(/failing is missing in opinions/);
  expect(missing.textContent).toMatch(/ballot could not be read in review/);
});

test("a long list of what is missing is one line, and whole when it is opened", () => {
  mounted(result, golden("peer-review-degraded"));
  const folded = screen.getByText(/things are missing or cut short/).closest("details");
  expect(folded?.open).toBe(false);
  expect(folded?.querySelectorAll("li").length).toBeGreaterThan(1);
});

test("what else was cut short names everybody as the page does, never by the id of a seat", () => {
  const events = structuredClone(golden("debate")) as Logged[];
  const last = events.at(-1) as EventOf<"VerdictReached">;
  Object.assign(last.body.verdict, {
    degraded: [
      "seat-b's words in opinions were cut at its output limit.",
      "seat-a was shown answers cut to the allowance.",
    ],
  });
  mounted(result, events);
  const told = screen.getByRole("list", { name: "What is missing" }).textContent;
  expect(told).toMatch(/’s words in|'s words in/);
  expect(told).not.toMatch(/seat-[ab]/);
});
