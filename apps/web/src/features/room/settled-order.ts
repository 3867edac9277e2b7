import { useRef } from "react";

/**
 * Keeps a list in its order while somebody points at it or has the focus in it, so that nothing moves away under the
 * pointer. New entries come last, removed ones go at once.
 */
export function settleOrder(
  standing: readonly string[],
  wanted: readonly string[],
  isHeld: boolean,
): readonly string[] {
  if (!isHeld) return wanted;
  const known = new Set(wanted);
  const kept = standing.filter((id) => known.has(id));
  const standingSet = new Set(kept);
  return [...kept, ...wanted.filter((id) => !standingSet.has(id))];
}

export function useSettledOrder<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  compare: (a: T, b: T) => number,
  box: HTMLElement | null,
): T[] {
  const standing = useRef<readonly string[]>([]);
  const wanted = [...items].sort(compare).map(idOf);
  const held = box?.matches(":hover, :focus-within") ?? false;
  standing.current = settleOrder(standing.current, wanted, held);
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return standing.current.flatMap((id) => byId.get(id) ?? []);
}
