export { permissionRoutes } from "./permission-routes.ts";
export { policyRoutes } from "./routes.ts";
