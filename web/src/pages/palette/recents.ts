// What was done from here of late? Kept in this browser, the latest first.
const PLACE = "moot.commands";
const MOST = 8;

export function recents(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

export function remember(id: string): void {
  const next = [id, ...recents().filter((other) => other !== id)].slice(0, MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // what cannot be kept is not shown next time
  }
}
