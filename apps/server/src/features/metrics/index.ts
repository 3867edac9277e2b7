export { countedOfRooms } from "./counted.ts";
export { metricsRoutes } from "./routes.ts";
