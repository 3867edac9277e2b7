export { createDemoSquads } from "./demo.ts";
export { createDirectory } from "./directory.ts";
export { roomReads } from "./reads.ts";
export { roomRoutes } from "./routes.ts";
export { createSnapshots } from "./snapshot.ts";
