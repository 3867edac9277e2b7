export { OwnCommand, useOwnCommand } from "./own-command.tsx";
