export { releaseUnsent } from "./claim.ts";
export { createTaskQueries } from "./queries.ts";
export { taskRoutes } from "./routes.ts";
