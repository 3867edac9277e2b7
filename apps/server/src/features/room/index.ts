export { createDemoSquads } from "./demo.ts";
export { createDirectory, takeIn } from "./directory.ts";
export { roomReads } from "./reads.ts";
export { type RoomTools, roomRoutes } from "./routes.ts";
export { createSnapshots } from "./snapshot.ts";
