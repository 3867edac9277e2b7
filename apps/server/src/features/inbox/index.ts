export { visibleRooms } from "./rooms.ts";
export { inboxRoutes } from "./routes.ts";
export { decisionThing, isIn, isMine, isTaker, questionThing, type ThingPieces } from "./things.ts";
