export { fanoutRoutes } from "./routes.ts";
