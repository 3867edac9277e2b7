export { createDemoSquads } from "./demo.ts";
export { createDirectory } from "./directory.ts";
export { roomRoutes } from "./routes.ts";
export { createSnapshots } from "./snapshot.ts";
