/** Of this release, as in package.json; a test holds the two together. */
export const VERSION = "0.1.0";

/** What each side sends the other with every call and answer. */
export const VERSION_HEADER = "x-squadroom-version";
