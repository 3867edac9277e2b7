export { createRunOutput, forgetOutput } from "./output.ts";
export { runProjection } from "./projection.ts";
export { runRoutes } from "./routes.ts";
