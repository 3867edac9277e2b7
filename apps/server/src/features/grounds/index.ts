export { groundsRoutes } from "./routes.ts";
