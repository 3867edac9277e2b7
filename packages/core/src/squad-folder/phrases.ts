const QUOTED = '[“"„«][^“”"„«»]*[”"“»]';
const ITEM = new RegExp(`(?:${QUOTED}|[^,;])+`, "gu");
const WHOLE = /^[“"„«]([^“”"„«»]*)[”"“»]$/u;

/** The items of a list separated by commas or semicolons; commas in quotes belong to the item. */
export function itemsOf(text: string): string[] {
  return (text.match(ITEM) ?? []).map((one) => one.trim().replace(WHOLE, "$1").trim()).filter(Boolean);
}

/** A list that `itemsOf` can read back. */
export function itemsText(items: readonly string[]): string {
  return items.map((one) => (/[,;]/.test(one) ? `“${one}”` : one)).join(", ");
}
