export { scoutRoutes } from "./routes.ts";
