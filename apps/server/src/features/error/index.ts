export { errorsIn } from "./queries.ts";
export { errorRoutes } from "./routes.ts";
