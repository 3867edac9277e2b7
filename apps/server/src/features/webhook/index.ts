export { webhookBacklog } from "./backlog.ts";
export { createCourier } from "./courier.ts";
export { webhookRoutes } from "./routes.ts";
