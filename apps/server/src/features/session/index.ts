export { gateRoutes } from "./gates.ts";
export { createSessionQueries } from "./queries.ts";
export { sessionRoutes } from "./routes.ts";
export { sessionRow, wholeSession } from "./whole.ts";
