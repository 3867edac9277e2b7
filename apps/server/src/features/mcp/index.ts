export { serveMcp } from "./door.ts";
