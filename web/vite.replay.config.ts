// How is the single-file replay built? One script, one sheet, fonts as data, all written into the page itself.
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What draws formulas, in a tag by itself: an export leaves it out where there are none. */
const maths = `<script id="maths">${inTag(readFileSync("node_modules/katex/dist/katex.min.js", "utf8"))}</script>`;

function inTag(script: string): string {
  return script.replaceAll(/<(?=\/script|!--|script)/gi, "\\x3C");
}

/** Writes script and styles into the page: after the place of the transcript, so that its tag stays the first one. */
function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const page = files.find((file) => file.fileName.endsWith(".html"));
        const scripts = files.filter((file) => file.type === "chunk");
        const sheets = files.filter((file) => file.fileName.endsWith(".css"));
        if (page?.type !== "asset" || scripts.length !== 1)
          throw new Error(`One page and one script were expected, not ${String(scripts.length)} scripts.`);
        const script = inTag(scripts.map((file) => ("code" in file ? file.code : "")).join(""));
        const styles = sheets.map((file) => ("source" in file ? String(file.source) : "")).join("");
        if (/<\/style/i.test(styles)) throw new Error("A sheet closes its own tag.");
        const bare = String(page.source)
          .replace(/\s*<script type="module"[^>]*><\/script>/, "")
          .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, "");
        page.source = bare
          .replace("</head>", () => `<style>${styles}</style>\n</head>`)
          .replace("</body>", () => `${maths}\n<script type="module">${script}</script>\n</body>`);
        for (const file of files) if (file !== page) Reflect.deleteProperty(bundle, file.fileName);
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), inOneFile()],
  cacheDir: ".vite",
  publicDir: false,
  resolve: {
    alias: {
      "@": new URL("./src", import.meta.url).pathname,
      katex: new URL("./src/markdown/maths/carried.ts", import.meta.url).pathname,
    },
  },
  build: {
    outDir: "../src/moot/server/app",
    emptyOutDir: false,
    assetsInlineLimit: 10_000_000,
    cssCodeSplit: false,
    modulePreload: false,
    target: "es2022",
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: "replay.html", output: { codeSplitting: false } },
  },
});
