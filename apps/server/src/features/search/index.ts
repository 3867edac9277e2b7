export { prefixesOf } from "./queries.ts";
export { searchRoutes } from "./routes.ts";
