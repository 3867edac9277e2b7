/** This release's version, as in package.json; a test keeps the two equal. */
export const VERSION = "0.1.0";

/** What each side sends the other with every call and answer. */
export const VERSION_HEADER = "x-squadroom-version";
