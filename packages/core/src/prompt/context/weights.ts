/**
 * How long a part of a delivery stays whole, the least first. What to do and how it ends are not parts: they are never
 * cut. A part that is cut names the command that prints it.
 */
export const WEIGHT = {
  recent: 5,
  files: 20,
  scout: 24,
  said: 28,
  summary: 40,
  otherSections: 44,
  history: 48,
  shared: 52,
  sharedDecisions: 54,
  earlierAsked: 56,
  notes: 66,
  session: 70,
  wisdom: 71,
  section: 72,
  existing: 74,
  mail: 76,
  message: 78,
  asked: 82,
  decided: 84,
  findings: 86,
  results: 88,
  limits: 90,
  criteria: 92,
  instruction: 96,
} as const;

/** Parts of distant tasks are cut before those of near ones. */
export function farther(weight: number, distance: number): number {
  return weight - Math.min(distance, 9) * 0.9;
}

/** What they keep as long as something else can be cut, in bytes. */
export const FLOOR = {
  instruction: 1_600,
  criteria: 800,
  limits: 500,
  findings: 800,
  results: 700,
  asked: 500,
  notes: 350,
  message: 400,
  mail: 400,
  section: 400,
  wisdom: 600,
} as const;
