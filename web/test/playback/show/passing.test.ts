// Does time count only for what has been seen? Frames of any length, which begin late, and painting that takes its time.
import { afterEach, expect, test, vi } from "vitest";
import { Passing } from "@/playback/show/passing";
import { lot } from "../generated";

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  "lot %i: what has a least time is there for it from the frame after it was painted",
  (seed) => {
    const pick = lot(seed);
    const passing = new Passing();
    const clock = vi.spyOn(performance, "now");
    let [due, n, seen, since] = [1000, 0, 0, 0];
    for (let passed = 0; ; n++) {
      // A frame is due at the end of the one before, and begins when the machine gets to it.
      const begins = due + pick(4) * pick(60);
      clock.mockReturnValue(begins);
      passed += passing.by(due);
      if (n === 2) seen = begins;
      if (passed >= 1500) {
        since = due - seen;
        break;
      }
      passing.drawn(due, n > 0, true);
      due = begins + 1 + pick(5) * pick(80);
    }
    expect(n).toBeGreaterThan(2);
    expect(since).toBeGreaterThanOrEqual(1500);
  },
);

test("what is stopped counts again only when it has been seen again; a long sleep counts as half a second", () => {
  const passing = new Passing();
  vi.spyOn(performance, "now").mockReturnValue(0);
  for (const now of [10, 20, 30]) passing.drawn(now, now > 10, true);
  expect(passing.by(5000)).toBe(500);
  passing.stop();
  expect(passing.by(5000)).toBe(0);
  passing.drawn(5000, true, true);
  expect(passing.by(5016)).toBe(0);
  passing.drawn(5016, true, true);
  expect(passing.by(5032)).toBe(16);
  passing.drawn(5032, true, false);
  expect(passing.by(5048)).toBe(0);
});
