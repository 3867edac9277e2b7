export { contextRoutes } from "./routes.ts";
