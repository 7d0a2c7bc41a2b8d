// How much of the matrix is drawn anew when the pointer moves over it? At most the row that is touched.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import Ballots from "@/views/matrix/Ballots";
import { golden } from "../../golden";
import { mounted } from "../../mounted";

const drawn = vi.hoisted(() => ({ chips: 0 }));
vi.mock("@/controls/Card", async (load) => {
  const card = await load<typeof import("@/controls/Card")>();
  return {
    ...card,
    Chip: (given: Parameters<typeof card.Chip>[0]) => {
      drawn.chips += 1; // each row of the matrix has one, for its tier
      return card.Chip(given);
    },
  };
});

test("a pointer over the votes draws no row anew, the keyboard those it leaves and enters", () => {
  mounted(<Ballots />, golden("claim-vote"));
  const cells = screen.getAllByRole("gridcell");
  drawn.chips = 0;
  for (const cell of cells.slice(0, 20)) fireEvent.pointerEnter(cell);
  expect(document.querySelector("[aria-live]")?.textContent).toMatch(/confidence/);
  expect(drawn.chips).toBe(0);
  const down = cells.find((cell) => cell.dataset["spot"] === "1.0");
  down?.focus();
  expect(drawn.chips).toBeLessThanOrEqual(2);
});
