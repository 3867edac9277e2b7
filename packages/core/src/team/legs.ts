import type { Target } from "./team.ts";

/** A stop in a chain, or several that one role hands to and that each hand back to it. */
export interface Leg<T extends string = Target> {
  stops: readonly T[];
  /** Place of its first stop in the chain. */
  at: number;
}

/** Roles that one role hands to in turn and that hand back to it are one leg: a hub is named twice, not ten times. */
export function legsOf<T extends string>(chain: readonly T[]): Leg<T>[] {
  const legs: Leg<T>[] = [];
  for (let at = 0; at < chain.length; at++) {
    const hub = legs.at(-1)?.stops;
    const stops = [chain[at] as T];
    const goesOut = (from: number) => hub?.length === 1 && chain[from + 1] === hub[0];
    let end = at;
    while (goesOut(end) && end + 2 < chain.length && goesOut(end + 2)) {
      end += 2;
      stops.push(chain[end] as T);
    }
    legs.push({ stops, at });
    at = end;
  }
  return legs;
}

/** "user → coordinator → analyst, writer, tester → coordinator → user". */
export function chainText(chain: readonly string[], arrow = " → "): string {
  return legsOf(chain)
    .map(({ stops }) => stops.join(", "))
    .join(arrow);
}
