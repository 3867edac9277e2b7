/** For lists whose entries have no id of their own: their place is their key. */
export function numbered<T>(items: readonly T[]): { at: number; item: T }[] {
  return items.map((item, at) => ({ at, item }));
}
