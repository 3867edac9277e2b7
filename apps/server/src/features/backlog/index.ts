export { backlogRoutes } from "./routes.ts";
