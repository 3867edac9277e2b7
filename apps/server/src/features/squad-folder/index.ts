export { squadFolderRoutes } from "./routes.ts";
export { wantedSquad } from "./wanted.ts";
