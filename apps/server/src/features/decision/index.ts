export { createDecisionQueries, decisionOf } from "./queries.ts";
export { decisionRoutes } from "./routes.ts";
