// What catalogue.mjs gives the tests.
export function saidIn(path: string, text: string): { said: string[]; bare: string[] };
export function everything(): { sentences: Record<string, string>; bare: string[] };
export function kept(name: string): Record<string, string>;
