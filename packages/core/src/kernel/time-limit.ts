/** Seconds from the claim, where nobody says other. By itself, so that the page takes it without the schemas. */
export const DEFAULT_TIMEOUT_S = 3_600;
