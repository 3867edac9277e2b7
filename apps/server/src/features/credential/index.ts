export { createCredential, renewToken, revokeRoomCredentials } from "./lifecycle.ts";
export { insertConnectLink } from "./links.ts";
export { serveConnectPage } from "./page.ts";
export { credentialRoutes } from "./routes.ts";
