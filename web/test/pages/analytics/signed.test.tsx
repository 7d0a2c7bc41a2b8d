import { expect, test } from "vitest";
import { signed } from "@/pages/analytics/parts";

test("what is nothing when it is rounded has no sign", () => {
  expect([0, 0.001, -0.004, -0.006, 0.32, -1].map(signed)).toEqual(["0.00", "0.00", "0.00", "−0.01", "+0.32", "−1.00"]);
});
