// What does the server tell of a study? Made up, as a test wants it.
export const figure = (value: number | null, n = 24, half = 1) => ({
  value,
  low: value === null ? null : value - half,
  high: value === null ? null : value + half,
  n,
  how: value === null ? "withheld" : "t",
  clusters: 0,
});
/** What a page says where nothing is to be asked again and nothing was replaced. */
export const NOTHING_LEFT = {
  wants_budget: false,
  again: { failed: 0, degraded: 0, cannot: [] as unknown[] },
};

export const row = (over: object = {}) => ({
  id: "abcdef0123456789",
  name: "judges",
  corpus: "two-sided",
  corpus_version: "1",
  created: "2031-05-01T10:00:00+00:00",
  state: "whole",
  asked_by: "",
  questions: 24,
  arms: 2,
  sessions: 48,
  done: 48,
  degraded: 0,
  running: 0,
  failed: 0,
  left: 0,
  spent: 0.5,
  pending: 0,
  scripted: 0,
  budget: 2,
  ...over,
});
export const arm = (name: string, over: object = {}) => ({
  ...{ name, of: "", from: "", repeats: 1, council: "", members: [], chair: "", protocol: "" },
  ...{ rubric: "", adjudicators: [], options: {} },
  counts: { arm: name, done: 24, degraded: 0, running: 0, failed: 0, left: 0 },
  ...over,
});
const stable = { agreement: figure(null, 0), questions: [] };
const told = (name: string) => ({
  ...{ name, of: "", stage: "", planned: 24, finished: 24, degraded: 0, cost: 5e9, cost_known: true },
  ...{ cost_again: 1e9, kept: 18 },
  measures: { score: figure(11.5) },
  missing: {},
  classes: { majority: 20, contested: 4 },
  stability: stable,
  winners: stable,
  planted: null,
});
export const report = (over: object = {}) => ({
  ...{ id: "abcdef0123456789", name: "judges", digest: "", corpus: "two-sided", corpus_version: "1" },
  ...{ corpus_digest: "", questions: 24, repeats: 1, baseline: "base", primary: "score", wanted: "", shares: [] },
  arms: [told("base"), told("strict")],
  differences: {
    score: [
      {
        arm: "strict",
        difference: figure(-2.9),
        planned: 24,
        before: null,
        after: null,
        degraded: 0,
        unread: 0,
        test: "sign flips",
        p: 0.001,
        p_holm: 0.002,
      },
    ],
  },
  classes: [],
  discrimination: {},
  ...{ models: [], moves: [], judging: [], order: [], degraded: [] },
  ...over,
});
const session = (id: string, over: object = {}) => ({
  ...{
    session: id,
    repeat: 1,
    state: "verdict",
    degraded: 0,
    verdict_class: "majority",
    winner: "",
    answer: "",
    why: "",
    right: null,
  },
  ...over,
});
export const matrix = {
  ...{ arms: ["base", "strict"], baseline: "base", total: 2, matching: 2, differing: 1, degraded: 1, next: null },
  rows: [
    {
      ...{
        question: "housing-1",
        begins: "Does rent control help?",
        known: "",
        by: "class",
        differs: true,
        degraded: true,
      },
      cells: [
        { arm: "base", usual: "majority", share: null, differs: false, cells: [session("s1")] },
        {
          arm: "strict",
          usual: "contested",
          share: null,
          differs: true,
          cells: [session("s2", { verdict_class: "contested", degraded: 1 })],
        },
      ],
    },
    {
      ...{ question: "housing-2", begins: "", known: "", by: "class", differs: false, degraded: false },
      cells: [
        {
          arm: "base",
          usual: "",
          share: null,
          differs: false,
          cells: [session("s3", { state: "failed", verdict_class: "" })],
        },
        { arm: "strict", usual: "", share: null, differs: false, cells: [] },
      ],
    },
  ],
};
