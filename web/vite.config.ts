// How is the app built, and how is it served while it is worked on?
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// While it is worked on, the app is served by vite; the server behind it takes requests of its own origin with its token.
const server = process.env["MOOT_SERVER"] ?? "http://127.0.0.1:8484";
const headers = { origin: server, authorization: `Bearer ${process.env["MOOT_TOKEN"] ?? ""}` };

export default defineConfig({
  plugins: [react()],
  cacheDir: ".vite",
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "../src/moot/server/app",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    license: { fileName: "licences.txt" },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true, headers },
      "/ws": { target: server, ws: true, changeOrigin: true, headers },
    },
  },
});
