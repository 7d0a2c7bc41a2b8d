// How are the app's own tests run?
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const NEED_A_PAGE = [
  ...["chapters", "hub", "live", "player", "recital", "speeches", "standing"].map(
    (it) => `test/playback/${it}.test.ts`,
  ),
  ...["council/asking", "theatre/geometry", "theatre/standing"].map((it) => `test/views/${it}.test.ts`),
  "test/wire.test.ts",
];
const shared = {
  plugins: [react()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
};

export default defineConfig({
  ...shared,
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: "pages",
          include: ["test/**/*.test.tsx", ...NEED_A_PAGE],
          environment: "happy-dom",
          setupFiles: ["test/setup.ts"],
          testTimeout: 20_000,
        },
      },
      {
        ...shared,
        test: {
          // What needs no page shares its modules too: arithmetic leaves nothing behind.
          name: "arithmetic",
          include: ["test/**/*.test.ts"],
          exclude: NEED_A_PAGE,
          environment: "node",
          setupFiles: ["test/unanswered.ts"],
          testTimeout: 20_000,
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
