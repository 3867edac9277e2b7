export { timelineRoutes } from "./routes.ts";
