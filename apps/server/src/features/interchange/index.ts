export { roomFileRoutes } from "./room-routes.ts";
export { interchangeRoutes } from "./routes.ts";
