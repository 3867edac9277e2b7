/** An element of the list, and the row that it shows. */
export interface Slot {
  slot: number;
  key: string;
}

/**
 * Which element shows which row next. Changing what an element says costs a fraction of making another one, so
 * elements whose rows are gone continue with new rows. If more come than stay, every element takes the row at
 * its place, because moving one costs as much as making one.
 *
 * @param held the element that has the keyboard: it shows its row or goes with it, and never another
 */
export function nextSlots(before: readonly Slot[], keys: readonly string[], held: number | null): Slot[] {
  let fresh = before.reduce((most, { slot }) => Math.max(most, slot), -1) + 1;
  const slotOf = new Map(before.map(({ key, slot }) => [key, slot]));
  const staying = keys.filter((key) => slotOf.has(key));
  if (held === null && staying.length * 2 < keys.length)
    return keys.map((key, place) => ({ key, slot: before[place]?.slot ?? fresh++ }));
  const here = new Set(keys);
  const free = before.filter(({ key, slot }) => !here.has(key) && slot !== held).values();
  return keys.map((key) => ({
    key,
    slot: slotOf.get(key) ?? free.next().value?.slot ?? fresh++,
  }));
}
