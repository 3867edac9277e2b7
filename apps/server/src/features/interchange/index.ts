export { interchangeRoutes } from "./routes.ts";
