export { firstPage, itemsOf, useInbox, useWaiting } from "./inbox.ts";
export { useLook } from "./unread.ts";
