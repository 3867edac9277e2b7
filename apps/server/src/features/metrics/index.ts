export { countedOfRooms } from "./counted.ts";
export { metricsRoutes } from "./routes.ts";
export { workRows } from "./worklog.ts";
