export { visibleRooms } from "./rooms.ts";
export { inboxRoutes } from "./routes.ts";
