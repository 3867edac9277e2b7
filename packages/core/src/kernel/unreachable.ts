/** Ends an exhaustive switch: a missing case does not compile, and throws should a foreign value arrive. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
