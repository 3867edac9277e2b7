export { useMyName } from "./me.ts";
