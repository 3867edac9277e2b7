export { handoffProjection } from "./projection.ts";
export { handoffRoutes } from "./routes.ts";
