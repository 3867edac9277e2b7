/** Kinds of entries, in the order in which agents get them. */
export const WISDOM_KINDS = ["decision", "convention", "issue", "learning"] as const;
/** Why an agent gets an entry. */
export const REASONS = ["files", "labels", "role", "session", "room"] as const;
export type WisdomKind = (typeof WISDOM_KINDS)[number];

/** Longest text of an entry, in characters. */
export const WISDOM_TEXT_MAX = 2_000;
export const FILES_MAX = 20;
export const LABELS_MAX = 10;
export const ROLES_MAX = 10;
/** Most entries with one task, or in one call. */
export const ADDED_MAX = 20;
