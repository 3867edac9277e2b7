export {
  agentCaller,
  agentOf,
  personCaller,
  personOf,
  type Receiver,
  receiverOf,
  replyOf,
  roomOf,
  run,
} from "./caller.ts";
export { asSent, createDeliveries } from "./delivery.ts";
export { earlierTasks } from "./earlier.ts";
export { agentRoutes } from "./routes.ts";
