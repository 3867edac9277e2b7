export { handoffRoutes } from "./routes.ts";
