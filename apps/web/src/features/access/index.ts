export { useMe, useMyId, useMyName } from "./me.ts";
export { OwnCommand } from "./own-command.tsx";
