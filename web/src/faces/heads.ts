// What shapes can a head have? Six outlines in a square of 100, told apart at the size of a fingertip.

export const HEADS = [
  "M50 5a45 45 0 1 1 0 90a45 45 0 1 1 0-90Z",
  "M46.5 4.2a7 7 0 0 1 7 0L86 22.6a8 8 0 0 1 4 6.9v41a8 8 0 0 1-4 6.9L53.5 95.8a7 7 0 0 1-7 0L14 77.4a8 8 0 0 1-4-6.9v-41a8 8 0 0 1 4-6.9Z",
  "M46 5a6 6 0 0 1 8.500 0C66 22 89 40 89 60a39 36 0 0 1-78 0C11 40 34 22 46 5Z",
  "M31 7h38q24 0 24 24v38q0 24-24 24H31Q7 93 7 69V31Q7 7 31 7Z",
  "M13 17Q11 11 17 10 34 8 46 4.500q4-1.300 8 0Q66 8 83 10q6 1 5 7-1 12-1 24 0 36-33 53.500-4 2-8 0Q13 77 13 41 13 29 13 17Z",
  "M50 6q36 0 43 32 5 32-19 47-24 15-48 0Q2 70 7 38 14 6 50 6Z",
];

/** How far down the eyes of each head sit: a drop is widest low, a shield high. */
export const EYES = [0, 0, 9, 0, -4, 2];
