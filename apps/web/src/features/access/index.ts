export { useMe, useMyId, useMyName } from "./me.ts";
