export { spentIn } from "./queries.ts";
export { usageRoutes } from "./routes.ts";
