// Where does a page that is one file have what draws formulas from? Beside itself, written into it only where the session
// has formulas (`src/moot/exports/pages/replay_page.py`); it takes the place of the package when that page is built.
interface Drawing {
  __renderToDomTree: (tex: string, options: object) => unknown;
}

export const __renderToDomTree = (tex: string, options: object): unknown => {
  const { katex } = globalThis as unknown as { katex?: Drawing };
  if (katex === undefined) throw new Error("This page carries nothing that draws formulas.");
  return katex.__renderToDomTree(tex, options);
};
