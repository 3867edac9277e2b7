export { teamRoutes } from "./routes.ts";
export { meantTeam, wantedTeam } from "./wanted.ts";
