/** The actor of whoever holds the key of the server's own machine. Nobody else has this name. */
export const LOCAL_ADMIN = "local admin";
