export { taskProjection } from "./projection.ts";
export { createTaskQueries } from "./queries.ts";
export { taskRoutes } from "./routes.ts";
