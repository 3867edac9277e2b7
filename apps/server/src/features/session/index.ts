export { gateRoutes } from "./gates.ts";
export { sessionRoutes } from "./routes.ts";
