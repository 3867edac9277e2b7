export { createCredential, revokeRoomCredentials } from "./lifecycle.ts";
export { credentialRoutes } from "./routes.ts";
