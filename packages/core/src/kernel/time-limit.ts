/** Seconds from the claim, unless somebody says otherwise. In its own file: the page loads it without the schemas. */
export const DEFAULT_TIMEOUT_S = 3_600;
