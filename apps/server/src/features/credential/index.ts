export { createCredential, renewToken, revokeRoomCredentials } from "./lifecycle.ts";
export { credentialRoutes } from "./routes.ts";
