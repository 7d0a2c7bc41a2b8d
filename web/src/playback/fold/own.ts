// When may a record be written into instead of copied? When the same run of folds made it and nobody has seen it since.

/** Records a run of folds has made. */
export type Own = WeakSet<object>;

/** The record with one entry more, or another; without `own` always a copy. */
export function put<T>(record: Record<string, T>, key: string, value: T, own?: Own): Record<string, T> {
  if (own?.has(record) === true) {
    record[key] = value;
    return record;
  }
  const copy = { ...record, [key]: value };
  own?.add(copy);
  return copy;
}

/** The record without an entry. */
export function drop<T>(record: Record<string, T>, key: string, own?: Own): Record<string, T> {
  if (!Object.hasOwn(record, key)) return record;
  const mine = own?.has(record) === true ? record : { ...record };
  Reflect.deleteProperty(mine, key);
  own?.add(mine);
  return mine;
}
