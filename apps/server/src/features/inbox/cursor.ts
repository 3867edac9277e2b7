import { refuse } from "@squadroom/core/kernel/refusal";

/** The place of a row in its group: what it is ordered by, most significant first. */
export type Place = readonly (number | string)[];

/** Places of one shape, part by part. */
export function comparePlaces(a: Place, b: Place): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined || part === other) continue;
    return part < other ? -1 : 1;
  }
  return 0;
}

/** As a caller hands it back: opaque, and safe in an address. */
export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @param shape what each part has to be */
export function placeOf(cursor: string, shape: readonly ("number" | "string")[]): Place {
  const place = parse(cursor);
  const fits =
    Array.isArray(place) &&
    place.length === shape.length &&
    place.every((part, i) => typeof part === shape[i] && part !== Number.POSITIVE_INFINITY);
  if (!fits) throw refuse("bad_request", "`after` is what an earlier page said as `next`.", {});
  return place as Place;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

export interface Page<T> {
  rows: T[];
  next: string | null;
}

/** @param found one row more than the page has, where there are more */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  placeOfRow: (row: T) => Place,
): Page<T> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? cursorOf(placeOfRow(last)) : null };
}
