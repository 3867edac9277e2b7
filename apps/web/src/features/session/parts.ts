/** A batch or a split while it is edited. `key` stays the same through every edit. */
export interface Part {
  key: number;
  title: string;
  description: string;
}

type Plain = Omit<Part, "key">;

/** Parts kept across a reload have older keys. */
let made = Date.now();
const nextKey = (): number => {
  made += 1;
  return made;
};

export function partsOf(list: readonly Plain[]): Part[] {
  return list.map(({ title, description }) => ({ key: nextKey(), title, description }));
}

export function plainParts(parts: readonly Part[]): Plain[] {
  return parts
    .map(({ title, description }) => ({ title: title.trim(), description: description.trim() }))
    .filter(({ title, description }) => title !== "" || description !== "")
    .map(({ title, description }) => ({ title: title || firstWords(description), description }));
}

function firstWords(text: string): string {
  return text.split(/\s+/).slice(0, 8).join(" ").slice(0, 200);
}

export function isChanged(parts: readonly Part[], was: readonly Plain[]): boolean {
  const plain = plainParts(parts);
  return (
    plain.length !== was.length ||
    plain.some((part, i) => {
      const before = was[i];
      return part.title !== before?.title.trim() || part.description !== before?.description.trim();
    })
  );
}

export function editPart(parts: readonly Part[], key: number, change: Partial<Plain>): Part[] {
  return parts.map((part) => (part.key === key ? { ...part, ...change } : part));
}

/** Moves a part to the place of another. */
export function movePart(parts: readonly Part[], key: number, to: number): Part[] {
  const part = parts.find((one) => one.key === key);
  if (!part) return [...parts];
  const others = parts.filter((one) => one.key !== key);
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), part, ...others.slice(at)];
}

/** Makes one part of two: nothing that either says is lost. */
export function mergeWithNext(parts: readonly Part[], key: number): Part[] {
  const at = parts.findIndex((part) => part.key === key);
  const [one, next] = [parts[at], parts[at + 1]];
  if (!one || !next) return [...parts];
  const title = [one.title, next.title].filter((text) => text.trim() !== "").join(", ");
  const description = [one.description, next.description].filter((text) => text.trim() !== "").join("\n");
  const merged = { ...one, title: title.slice(0, 200), description };
  return [...parts.slice(0, at), merged, ...parts.slice(at + 2)];
}

/**
 * Makes two parts of one. A description of several sentences or lines is cut in its middle; after a single one the
 * second part begins empty.
 */
export function dividePart(parts: readonly Part[], key: number): Part[] {
  const at = parts.findIndex((part) => part.key === key);
  const part = parts[at];
  if (!part) return [...parts];
  const pieces = part.description.split(/(?<=[.;!?])\s+|\n+/).filter((text) => text.trim() !== "");
  const half = Math.ceil(pieces.length / 2);
  const second = { key: nextKey(), title: "", description: pieces.slice(half).join(" ") };
  const first = { ...part, description: pieces.slice(0, half).join(" ") };
  return [...parts.slice(0, at), first, second, ...parts.slice(at + 1)];
}

export function removePart(parts: readonly Part[], key: number): Part[] {
  return parts.filter((part) => part.key !== key);
}

export function addPart(parts: readonly Part[]): Part[] {
  return [...parts, { key: nextKey(), title: "", description: "" }];
}
