// What do protocols bring to a room? A thing by the name it goes by: a finding's or a ballot's type, a stage, a protocol.

export class Joined<T> {
  private readonly brought = new Map<string, T>();

  /** Takes in what a protocol's folder brings; a table that is typed name by name loses its names here. */
  join(things: object): void {
    for (const [name, thing] of Object.entries(things) as [string, T][]) this.brought.set(name, thing);
  }

  readonly of = (name: string): T | undefined => this.brought.get(name);
  readonly names = (): readonly string[] => [...this.brought.keys()];
  readonly all = (): readonly T[] => [...this.brought.values()];
}
