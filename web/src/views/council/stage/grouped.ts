// Which of these belong together? Things by what they have in common, in the order met.
export function grouped<T>(things: readonly T[], by: (thing: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const group = groups.get(by(thing));
    if (group === undefined) groups.set(by(thing), [thing]);
    else group.push(thing);
  }
  return groups;
}
