const HOUR_MS = 3_600_000;
/** When a working day begins, by the viewer's clock. */
const MORNING_H = 9;
const MONDAY = 1;

export interface SnoozeTime {
  key: "hour" | "hours" | "tomorrow" | "monday" | "changed";
  /** Epoch ms; `null`: until its subject changes. */
  until: number | null;
}

/** The times to choose from; one that another also gives is left out. */
export function snoozeTimes(now: number): SnoozeTime[] {
  const morning = (days: number): number => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    return at.setHours(MORNING_H, 0, 0, 0);
  };
  const toMonday = (MONDAY + 7 - new Date(now).getDay()) % 7 || 7;
  return [
    { key: "hour", until: now + HOUR_MS },
    { key: "hours", until: now + 3 * HOUR_MS },
    { key: "tomorrow", until: morning(1) },
    ...(toMonday > 1 ? [{ key: "monday" as const, until: morning(toMonday) }] : []),
    { key: "changed", until: null },
  ];
}
