/** Two entries with one key are one model: differences in case are accidental. */
export function modelKey(model: string): string {
  return model.toLowerCase();
}

/** The names under which a model may be listed: its own, then without the providers before it. */
export function modelNames(model: string): string[] {
  const parts = modelKey(model).split("/");
  return parts.map((_, i) => parts.slice(i).join("/"));
}

/**
 * The entry that applies to a model: its exact name, otherwise the longest beginning of it; the whole name first, then
 * without the providers before it. `null`: there is none.
 */
export function entryOf<P extends { model: string }>(registry: readonly P[], model: string): P | null {
  for (const name of modelNames(model)) {
    let best: P | null = null;
    for (const entry of registry) {
      const key = modelKey(entry.model);
      if (key === name) return entry;
      const isFit = key.endsWith("*") && name.startsWith(key.slice(0, -1));
      if (isFit && (best === null || entry.model.length > best.model.length)) best = entry;
    }
    if (best) return best;
  }
  return null;
}
