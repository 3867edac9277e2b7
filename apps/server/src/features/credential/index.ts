export { createCredential, renewToken, revokeRoomCredentials } from "./lifecycle.ts";
export { serveConnectPage } from "./page.ts";
export { credentialRoutes } from "./routes.ts";
