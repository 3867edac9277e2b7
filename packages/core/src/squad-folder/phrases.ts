const QUOTED = '[“"„«][^“”"„«»]*[”"“»]';
const ITEM = new RegExp(`(?:${QUOTED}|[^,;])+`, "gu");
const WHOLE = /^[“"„«]([^“”"„«»]*)[”"“»]$/u;

/** The items of a list with commas or semicolons between them; commas in quotes are the item's own. */
export function itemsOf(text: string): string[] {
  return (text.match(ITEM) ?? []).map((one) => one.trim().replace(WHOLE, "$1").trim()).filter(Boolean);
}

/** A list that `itemsOf` reads again. */
export function itemsText(items: readonly string[]): string {
  return items.map((one) => (/[,;]/.test(one) ? `“${one}”` : one)).join(", ");
}
