// Which character is a letter in another hand? Browsers draw mathematical letters by their own characters only.

/** Where each hand's capitals, small letters and digits begin. */
const HANDS = new Map<string, readonly [number, number, number?]>(
  Object.entries({
    bold: [0x1d400, 0x1d41a, 0x1d7ce],
    italic: [0x1d434, 0x1d44e],
    "bold-italic": [0x1d468, 0x1d482],
    script: [0x1d49c, 0x1d4b6],
    "bold-script": [0x1d4d0, 0x1d4ea],
    fraktur: [0x1d504, 0x1d51e],
    "bold-fraktur": [0x1d56c, 0x1d586],
    "double-struck": [0x1d538, 0x1d552, 0x1d7d8],
    "sans-serif": [0x1d5a0, 0x1d5ba, 0x1d7e2],
    "bold-sans-serif": [0x1d5d4, 0x1d5ee, 0x1d7ec],
    "sans-serif-italic": [0x1d608, 0x1d622],
    "sans-serif-bold-italic": [0x1d63c, 0x1d656],
    monospace: [0x1d670, 0x1d68a, 0x1d7f6],
  } as const),
);
/** Those that had a character before all the others got theirs. */
const OLDER = new Map(
  Object.entries({
    ...{ "\u{1d455}": "ℎ", "\u{1d49d}": "ℬ", "\u{1d4a0}": "ℰ", "\u{1d4a1}": "ℱ", "\u{1d4a3}": "ℋ", "\u{1d4a4}": "ℐ" },
    ...{ "\u{1d4a7}": "ℒ", "\u{1d4a8}": "ℳ", "\u{1d4ad}": "ℛ", "\u{1d4ba}": "ℯ", "\u{1d4bc}": "ℊ", "\u{1d4c4}": "ℴ" },
    ...{ "\u{1d506}": "ℭ", "\u{1d50b}": "ℌ", "\u{1d50c}": "ℑ", "\u{1d515}": "ℜ", "\u{1d51d}": "ℨ", "\u{1d53a}": "ℂ" },
    ...{ "\u{1d53f}": "ℍ", "\u{1d545}": "ℕ", "\u{1d547}": "ℙ", "\u{1d548}": "ℚ", "\u{1d549}": "ℝ", "\u{1d551}": "ℤ" },
  }),
);

/** The text in another hand; letters that have none in it stay. */
export function styled(text: string, hand: string): string {
  const [capitals, small, digits] = HANDS.get(hand) ?? [];
  if (capitals === undefined || small === undefined) return text;
  return [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      const own =
        sign >= "A" && sign <= "Z"
          ? capitals + code - 65
          : sign >= "a" && sign <= "z"
            ? small + code - 97
            : digits !== undefined && sign >= "0" && sign <= "9"
              ? digits + code - 48
              : code;
      const made = String.fromCodePoint(own);
      return OLDER.get(made) ?? made;
    })
    .join("");
}
