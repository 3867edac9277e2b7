/** Task ids of rework start with it, whoever does it. */
export const REWORK_PREFIX = "FIX";
