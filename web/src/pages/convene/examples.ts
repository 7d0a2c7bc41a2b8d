// What could one ask? Questions that councils are good at, to begin with.
export const EXAMPLES = [
  "Should a small town own its water system?",
  "We have three engineers and one year: one service, or several?",
  "Is a four-day week worth it for a clinic with two doctors?",
  "Which single measure would cut our support queue most?",
] as const;

export const REHEARSED = EXAMPLES[0];
