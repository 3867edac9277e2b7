/**
 * Seconds from the claim, unless somebody says otherwise. In a file of its own, so that the page takes it without the
 * schemas.
 */
export const DEFAULT_TIMEOUT_S = 3_600;
