/** What a person may be in a room; each includes the ones after it. */
export const PERSON_ROLES = ["owner", "lead", "approver", "viewer"] as const;
