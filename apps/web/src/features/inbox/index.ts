export { firstPage, itemsOf, useInbox } from "./inbox.ts";
