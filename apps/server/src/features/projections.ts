import { combine } from "../platform/room/projection.ts";
import { agentProjection } from "./agent/projection.ts";
import { backlogProjection } from "./backlog/projection.ts";
import { decisionProjection } from "./decision/projection.ts";
import { errorProjection } from "./error/projection.ts";
import { handoffProjection } from "./handoff/projection.ts";
import { interchangeProjection } from "./interchange/projection.ts";
import { messageProjection, questionProjection } from "./message/projection.ts";
import { askerProjection, momentProjection, reportProjection } from "./metrics/projection.ts";
import { retentionProjection } from "./retention/projection.ts";
import { roomProjection } from "./room/projection.ts";
import { runProjection } from "./run/index.ts";
import { sessionProjection } from "./session/projection.ts";
import { taskProjection } from "./task/projection.ts";
import { usageProjection } from "./usage/projection.ts";
import { wisdomProjection } from "./wisdom/projection.ts";

/** Everything that the log becomes in the tables. */
export const projectAll = combine([
  roomProjection,
  agentProjection,
  taskProjection,
  messageProjection,
  handoffProjection,
  decisionProjection,
  questionProjection,
  backlogProjection,
  sessionProjection,
  usageProjection,
  runProjection,
  reportProjection,
  askerProjection,
  momentProjection,
  wisdomProjection,
  errorProjection,
  interchangeProjection,
  retentionProjection,
]);
