/** What stays in a list while somebody is at it. */
interface Standing {
  /** In the order shown; some may have been settled meanwhile. */
  shown: readonly string[];
  /** How many wait to be shown. */
  fresh: number;
}

/**
 * While somebody points at a list, has the focus in it or is just answering, nothing in it moves: settled rows stay in
 * place, and new ones are counted. Otherwise the list is as wanted.
 */
export function stand(shown: readonly string[], wanted: readonly string[], isHeld: boolean): Standing {
  if (!isHeld || shown.length === 0) return { shown: wanted, fresh: 0 };
  const standing = new Set(shown);
  return { shown, fresh: wanted.filter((id) => !standing.has(id)).length };
}

/** What is asked again takes its old place: nothing else moves. */
export function replace(shown: readonly string[], was: string, again: string): readonly string[] {
  if (shown.includes(again)) return shown.filter((id) => id !== was);
  return shown.map((id) => (id === was ? again : id));
}

/** More of the same list, requested by the person: it comes after what is there. */
export function append(shown: readonly string[], ids: readonly string[]): readonly string[] {
  const standing = new Set(shown);
  return [...shown, ...ids.filter((id) => !standing.has(id))];
}
