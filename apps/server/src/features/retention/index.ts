export { retentionRoutes } from "./routes.ts";
export { forgetSessions } from "./step.ts";
