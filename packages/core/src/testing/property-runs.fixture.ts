/**
 * How many runs a property has that has `all` of them in `npm test`: `npm run check` gives the share of
 * them in `PROPERTY_SHARE`, so that it ends soon. The seed is the same, and so are the runs it begins with.
 * A property that counts what it met, to be sure that it met something rare, has all of them everywhere.
 */
export function shareOf(all: number): number {
  return Math.max(1, Math.ceil(all * Number(process.env.PROPERTY_SHARE ?? 1)));
}
