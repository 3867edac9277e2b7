export { squadFolderRoutes } from "./routes.ts";
