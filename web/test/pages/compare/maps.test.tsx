// Is it told what of two agreement maps is not the same, and where only one session has one?
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SideBySide } from "@/pages/compare/comparison";
import { Maps } from "@/pages/compare/Maps";

const shown = (found: object): void => {
  render(<Maps found={found as SideBySide["agreement"]} />);
};
const mapChange = (change: string, more: object = {}) => ({
  ...{ change, text: `It ${change}.`, before: "Consensus", after: "Consensus", holders: [], joined: [], left: [] },
  ...more,
});
test("points of both maps that appear, vanish or change holders are told, members by name", () => {
  shown({
    first: true,
    second: true,
    same: 2,
    changes: [
      mapChange("appeared", { before: "", holders: ["up/a", "up/b"] }),
      mapChange("vanished", { after: "", holders: ["up/c"] }),
      mapChange("holders", { after: "Partial coverage", holders: ["up/b"], joined: ["up/b"], left: ["up/a", "up/c"] }),
    ],
  });
  expect(screen.getByText("2 points are the same in both, held by the same members; 3 are not.")).toBeTruthy();
  const points = within(screen.getByRole("list", { name: "Points that are not the same" })).getAllByRole("listitem");
  expect(points.map((each) => each.textContent)).toEqual([
    "new in the second It appeared.Consensus · held by up/a and up/b",
    "only in the first It vanished.Consensus · was held by up/c",
    "held by others It holders.Consensus → Partial coverage · held by up/b · new: up/b · no longer: up/a and up/c",
  ]);
});

test.each([
  [true, false, /^Only the first session compared/],
  [false, true, /^Only the second session compared/],
  [false, false, /^In neither session could/],
])("where the first has a map: %s, and the second: %s, that is said", (first, second, said) => {
  shown({ first, second, same: 0, changes: [] });
  expect(screen.getByText(said)).toBeTruthy();
});

test("where neither has a map nothing is said of one", () => {
  const { container } = render(<Maps found={null} />);
  expect(container.textContent).toBe("");
});
