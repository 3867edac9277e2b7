export { setRole } from "./membership.ts";
export { peopleRoutes } from "./routes.ts";
