/** A record's keys with their type: `Object.keys` forgets that they are ids. */
export function keysIn<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

export function entriesIn<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
