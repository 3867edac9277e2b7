export {
  agentCaller,
  agentOf,
  callerOf,
  personCaller,
  personOf,
  type Receiver,
  readRoom,
  receiverOf,
  replyOf,
  roomOf,
  run,
  runnerCaller,
} from "./caller.ts";
export { answerWith, createDeliveries } from "./delivery.ts";
export { asSent } from "./delivery-reads.ts";
export { earlierTasks, passOn } from "./earlier.ts";
export { agentRoutes } from "./routes.ts";
export { saidAt, sharedOf } from "./shared.ts";
