export { wisdomIn } from "./queries.ts";
export { wisdomRoutes } from "./routes.ts";
