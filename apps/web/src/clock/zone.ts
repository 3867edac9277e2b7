/** Where the person's days begin, such as `Europe/Paris`. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
