export { madeIn, rowsOf } from "./queries.ts";
export { artifactRoutes } from "./routes.ts";
