/** Acts for who holds the key of the server's own machine. Nobody else is called that. */
export const LOCAL_ADMIN = "local admin";
