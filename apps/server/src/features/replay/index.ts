export { replayRoutes } from "./routes.ts";
