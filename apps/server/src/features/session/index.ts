export { gateRoutes } from "./gates.ts";
export { createSessionQueries } from "./queries.ts";
export { sessionRoutes } from "./routes.ts";
export { wholeSession } from "./whole.ts";
