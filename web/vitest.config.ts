// How are the app's own tests run?
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const PLAYED = ["hub", "live", "player", "recital", "speeches", "standing"].map(
  (what) => `test/playback/${what}.test.ts`,
);
const NEED_A_PAGE = [...PLAYED, "test/views/council/asking.test.ts", "test/wire.test.ts"];
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
          pool: "threads",
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
          setupFiles: ["test/table.ts"],
          testTimeout: 20_000,
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
