export { releaseUnsent } from "./claim.ts";
export { taskRoutes } from "./routes.ts";
