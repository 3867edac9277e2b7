import type { Page } from "@squadroom/core/kernel/page";
import { refuse } from "@squadroom/core/kernel/refusal";
import { isStorable } from "@squadroom/core/kernel/storable";
import * as z from "zod";

/** The place of a row in its list: what it is ordered by, most significant first. */
export type Place = readonly (number | string)[];

/** Compares places of one shape, part by part. */
export function comparePlaces(a: Place, b: Place): number {
  for (const [at, part] of a.entries()) {
    const other = b[at];
    if (other === undefined || part === other) continue;
    return part < other ? -1 : 1;
  }
  return 0;
}

/** Parts of places. */
export const placeText = z.string().max(300).refine(isStorable);
export const placeNumber = z.number();

/**
 * The pages of one list. A cursor is the place of a page's last row plus the list's name: opaque, safe in an
 * address, and refused by any other list.
 *
 * @param shape the parts of a place
 */
export function pagesOf<P extends Place>(list: string, shape: z.ZodType<P>) {
  const Cursor = z.tuple([z.literal(list), shape]);

  function cursorOf(place: P): string {
    return Buffer.from(JSON.stringify([list, place])).toString("base64url");
  }

  /** The place after which a page begins; `null`: it is the first. @throws `cursor_invalid` */
  function after(cursor: string | undefined): P | null {
    if (cursor === undefined) return null;
    const read = Cursor.safeParse(parse(cursor));
    if (read.success) return read.data[1];
    throw refuse("cursor_invalid", "This is no cursor of this list.", { field: "query.cursor" });
  }

  /** @param found in their order; one row more than the page has, where there are more */
  function page<T>(found: readonly T[], limit: number, placeOf: (row: T) => P): Page<T> {
    const data = found.slice(0, limit);
    const last = data.at(-1);
    return { data, next: found.length > limit && last ? cursorOf(placeOf(last)) : null };
  }

  /** A page of rows that are all at hand; `newest`: the greatest place comes first. */
  function cut<T>(
    rows: readonly T[],
    { cursor, limit }: { cursor?: string | undefined; limit: number },
    placeOf: (row: T) => P,
    first: "oldest" | "newest" = "oldest",
  ): Page<T> {
    const begin = after(cursor);
    const sign = first === "oldest" ? 1 : -1;
    const found = rows
      .map((row) => ({ row, place: placeOf(row) }))
      .filter(({ place }) => begin === null || sign * comparePlaces(place, begin) > 0)
      .sort((a, b) => sign * comparePlaces(a.place, b.place))
      .slice(0, limit + 1);
    const { data, next } = page(found, limit, ({ place }) => place);
    return { data: data.map(({ row }) => row), next };
  }

  return { after, cursorOf, page, cut };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}
