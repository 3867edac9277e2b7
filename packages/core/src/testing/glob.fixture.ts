import fc from "fast-check";

/** The same rule as its definition reads, without care for time. */
export function matchesSlowly(glob: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    return path.some((_, i) => matchesSlowly(rest, path.slice(i))) || matchesSlowly(rest, []);
  }
  const [head, ...tail] = path;
  return head !== undefined && segmentMatches(first, head) && matchesSlowly(rest, tail);
}

function segmentMatches(glob: string, segment: string): boolean {
  if (glob === "") return segment === "";
  if (glob[0] === "*")
    return segmentMatches(glob.slice(1), segment) || (segment !== "" && segmentMatches(glob, segment.slice(1)));
  return (
    segment !== "" && (glob[0] === "?" || glob[0] === segment[0]) && segmentMatches(glob.slice(1), segment.slice(1))
  );
}

const letters = fc
  .string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 4 })
  .filter((s) => !/^\.{1,2}$/.test(s));
/** A path by its parts. */
export const pathParts = fc.array(letters, { minLength: 1, maxLength: 4 });
const globPart = fc.oneof(
  fc.constant("**"),
  fc
    .string({ unit: fc.constantFrom("a", "b", ".", "*", "?"), minLength: 1, maxLength: 4 })
    .filter((s) => !/^\.{1,2}$/.test(s)),
);

/** A pattern by its parts. */
export const globParts = fc.array(globPart, { minLength: 1, maxLength: 4 });
