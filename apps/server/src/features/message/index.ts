export { messageProjection } from "./projection.ts";
export { messageRoutes } from "./routes.ts";
