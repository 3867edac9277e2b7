export { createCourier } from "./courier.ts";
export { webhookRoutes } from "./routes.ts";
