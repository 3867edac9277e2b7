export { teamRoutes } from "./routes.ts";
export { wantedTeam } from "./wanted.ts";
