// Is what works offered first, demo voices and councils after it, and at the end, with its reason, what cannot be asked? And
// does the list scroll with the page, not within it?
import { fireEvent, render, screen } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { Called } from "@/faces/Called";
import { Guessed } from "@/councils/Guessed";
import { MemberPicker } from "@/councils/MemberPicker";
import { askable, grouped, matching } from "@/councils/offered";
import { queries } from "@/hooks/queries";
import type { ModelRow } from "@/wire/types";

const row = (model: string, more: Partial<ModelRow> = {}): ModelRow =>
  ({
    ...{
      model,
      endpoint: model.split("/")[0],
      speaks: true,
      scripted: false,
      priced: false,
      input: null,
      output: null,
    },
    ...{ context: null, sits: false, why: "", council: false, unready: "", id: model },
    ...more,
  }) as ModelRow;
const KEYLESS = "The `llm` program has no key for it: run `llm keys set lab`.";
const ROWS = [
  row("rehearsal/ada", { scripted: true }),
  row("llm/lab-one", { unready: KEYLESS }),
  row("moot/panel", { council: true }),
  row("llm/free-one"),
  row("router/big"),
  row("llm/lab-two", { unready: KEYLESS }),
];

beforeEach(() => {
  queries.setQueryData(["models"], { models: ROWS, endpoints: [] });
  queries.setQueryData(["endpoints"], []);
});

test("what works comes first, then demo voices and councils, and what lacks something last", () => {
  const order = matching(ROWS, "").map(({ model }) => model);
  expect(order).toEqual(["llm/free-one", "router/big", "rehearsal/ada", "moot/panel", "llm/lab-one", "llm/lab-two"]);
  expect(grouped(matching(ROWS, "")).map(({ title, rows }) => [title, rows.length])).toEqual([
    ["", 1],
    ["", 1],
    ["", 1],
    ["Councils that are offered like models", 1],
    ["Cannot be asked now", 2],
  ]);
  expect(askable(ROWS).map(({ model }) => model)).not.toContain("llm/lab-one");
});

test("who cannot be asked is offered with the reason, under its whole name", async () => {
  render(
    <QueryClientProvider client={queries}>
      <MemberPicker members={[]} onPick={() => undefined} />
    </QueryClientProvider>,
  );
  const last = (await screen.findAllByRole("option")).at(-1);
  expect(last?.textContent).toContain("llm/lab-two");
  expect(last?.textContent).toContain("has no key for it");
});

test("a long list begins short and grows with the page", async () => {
  queries.setQueryData(["models"], {
    models: Array.from({ length: 50 }, (_, at) => row(`a/m-${String(at)}`)),
    endpoints: [],
  });
  render(
    <QueryClientProvider client={queries}>
      <MemberPicker members={[]} onPick={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findAllByRole("option")).toHaveLength(12);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByRole("option")).toHaveLength(50);
});

test("the time is said to be a guess where a model was not asked before", () => {
  const { container, rerender } = render(<Guessed models={[]} />);
  expect(container.textContent).toBe("");
  rerender(<Guessed models={["a/one"]} />);
  expect(container.textContent).toBe("The time is a guess: a/one was not asked here of late.");
});

test("a long name keeps its end, and is read whole", () => {
  const { container } = render(<Called name="claude-haiku-5.5-mini" />);
  const drawn = container.querySelector("[data-end]");
  expect(drawn?.getAttribute("data-end")).toBe(".5-mini");
  expect(container.textContent).toBe("claude-haiku-5.5-mini");
});
