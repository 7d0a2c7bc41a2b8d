// How is the app built, and how is it served while it is worked on?
import { createHash } from "node:crypto";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// While it is worked on, the app is served by vite; the server behind it takes requests of its own origin with its token.
const server = process.env["MOOT_SERVER"] ?? "http://127.0.0.1:8484";
const headers = { origin: server, authorization: `Bearer ${process.env["MOOT_TOKEN"] ?? ""}` };

// Small parts that several pages share travel together: a file of its own for each icon and each control takes longer to
// ask for than to send. What every page needs is one file; what else the first page needs and others too is another, for
// joined by who needs them such parts drag along what only a session shows. The rest goes by who needs it, but for pages,
// which stay files of their own.
const FIRST_PAGE = fileURLToPath(new URL("./src/pages/convene/ConvenePage.tsx", import.meta.url));
const TOGETHER = [
  { name: "first", tags: ["$initial" as const], priority: 2 },
  { name: neededFirst, debugName: "asking", minShareCount: 2, priority: 1 },
  {
    name: "shared",
    test: /^(?!.*Page\.tsx$)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_500,
  },
];

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const needed = new Set<string>();

/** The name of that other file, for a part of the first page. */
function neededFirst(id: string, modules: Modules): string | null {
  const from = needed.size === 0 ? [FIRST_PAGE] : [];
  for (let at = from.pop(); at !== undefined; at = from.pop()) {
    if (needed.has(at)) continue;
    needed.add(at);
    from.push(...(modules.getModuleInfo(at)?.importedIds ?? []));
  }
  return needed.has(id) ? "asking" : null;
}

/** A shared file is named after who needs it; of many, after the first three. */
const named = (name: string): string => name.split("~").slice(0, 4).join(".");

const sheets = new Map<string, string>();

/** A class is told from its like in other sheets by three letters; its line, which is usual as well, would say no more. */
function scoped(name: string, file: string, sheet: string): string {
  const mark = createHash("sha256").update(sheet).digest("base64url").slice(0, 3);
  const other = sheets.get(mark) ?? file;
  if (other !== file)
    throw new Error(`${file} and ${other} would be told apart by nothing: change a word in one of them.`);
  sheets.set(mark, file);
  return `_${name}_${mark}`;
}

export default defineConfig({
  plugins: [react()],
  css: { modules: { generateScopedName: scoped } },
  cacheDir: ".vite",
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "../src/moot/server/app",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    license: { fileName: "licences.txt" },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: TOGETHER },
        chunkFileNames: ({ name }) => `assets/${named(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${named(name.replace(/\.[^.]*$/, ""))}-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true, headers },
      "/ws": { target: server, ws: true, changeOrigin: true, headers },
    },
  },
});
