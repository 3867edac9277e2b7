export { agentCaller, agentOf, personCaller, personOf, replyOf, roomOf, run } from "./caller.ts";
export { createDeliveries, type Deliveries } from "./delivery.ts";
export { agentProjection } from "./projection.ts";
export { agentRoutes } from "./routes.ts";
