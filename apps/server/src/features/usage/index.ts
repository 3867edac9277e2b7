export { usageSince } from "./queries.ts";
export { usageRoutes } from "./routes.ts";
