// How are the app's own tests run?
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const NEED_A_PAGE = [
  ...["chapters", "hub", "led", "live", "player", "recital", "speeches", "standing"].map(
    (it) => `test/playback/${it}.test.ts`,
  ),
  ...["council/asking", "theatre/geometry", "theatre/standing"].map((it) => `test/views/${it}.test.ts`),
  "test/wire.test.ts",
];
/** Milliseconds, many times what the slowest test takes on two busy cores. */
const LONGEST = 180_000;
/** What replaces modules, loads them anew, or sees them come for the first time, has its own. */
const APART = [
  ...["playback/live.test.ts", "markdown/waiting.test.tsx"],
  ...["language/findings.de.test.tsx", "language/findings.zh.test.tsx"],
].map((it) => `test/${it}`);
/** What a page still says while its worker is closed would count as an error of the run. */
const ALOUD = { disableConsoleIntercept: true };
const ON_A_PAGE = {
  ...ALOUD,
  environment: "happy-dom",
  setupFiles: ["test/english.ts", "test/setup.ts"],
  testTimeout: LONGEST,
};
const shared = {
  plugins: [react()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
};

export default defineConfig({
  ...shared,
  test: {
    // One fewer than there are cores is what is taken otherwise: of two, one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        ...shared,
        test: {
          ...ON_A_PAGE,
          name: "pages",
          include: ["test/**/*.test.tsx", ...NEED_A_PAGE],
          exclude: APART,
          // The app is loaded once for all files of a worker; each has a page of its own, and `setup.ts` empties what
          // a browser keeps.
          pool: "threads",
          isolate: false,
        },
      },
      { ...shared, test: { ...ON_A_PAGE, name: "apart", include: APART } },
      {
        ...shared,
        test: {
          // What needs no page shares its modules too: arithmetic leaves nothing behind.
          ...ALOUD,
          name: "arithmetic",
          include: ["test/**/*.test.ts"],
          exclude: NEED_A_PAGE,
          environment: "node",
          setupFiles: ["test/english.ts", "test/unanswered.ts"],
          testTimeout: LONGEST,
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
