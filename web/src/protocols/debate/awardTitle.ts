// How is an achievement called? `comeback-king` as `Comeback King`.
export const awardTitle = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_, gap: string, letter: string) => (gap === "" ? "" : " ") + letter.toUpperCase());
