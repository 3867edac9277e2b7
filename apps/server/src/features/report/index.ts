export { reportIn } from "./report.ts";
export { reportRoutes } from "./routes.ts";
