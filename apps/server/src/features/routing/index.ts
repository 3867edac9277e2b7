export { routingRoutes } from "./routes.ts";
