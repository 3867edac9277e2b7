import type { RouteTools } from "../platform/http/route.ts";
import { agentRoutes } from "./agent/index.ts";
import { artifactRoutes } from "./artifact/index.ts";
import { attachmentRoutes } from "./attachment/index.ts";
import { auditRoutes } from "./audit/index.ts";
import { backlogRoutes } from "./backlog/index.ts";
import { branchRoutes } from "./branch/index.ts";
import { commentRoutes } from "./comment/index.ts";
import { contextRoutes } from "./context/index.ts";
import { credentialRoutes } from "./credential/index.ts";
import { decisionRoutes } from "./decision/index.ts";
import { errorRoutes } from "./error/index.ts";
import { fanoutRoutes } from "./fanout/index.ts";
import { groundsRoutes } from "./grounds/index.ts";
import { handoffRoutes } from "./handoff/index.ts";
import { historyRoutes } from "./history/index.ts";
import { inboxRoutes } from "./inbox/index.ts";
import { interchangeRoutes, roomFileRoutes } from "./interchange/index.ts";
import { lockRoutes } from "./lock/index.ts";
import { type MailNeeds, mailRoutes } from "./mail/index.ts";
import { messageRoutes } from "./message/index.ts";
import { metricsRoutes } from "./metrics/index.ts";
import { peopleRoutes } from "./people/index.ts";
import { permissionRoutes, policyRoutes } from "./policy/index.ts";
import { priceRoutes } from "./price/index.ts";
import { replayRoutes } from "./replay/index.ts";
import { reportRoutes } from "./report/index.ts";
import { retentionRoutes } from "./retention/index.ts";
import { roomReads, roomRoutes } from "./room/index.ts";
import { routingRoutes } from "./routing/index.ts";
import { createRunOutput, runRoutes } from "./run/index.ts";
import { scoutRoutes } from "./scout/index.ts";
import { searchRoutes } from "./search/index.ts";
import { gateRoutes, sessionRoutes } from "./session/index.ts";
import { squadFolderRoutes } from "./squad-folder/index.ts";
import { taskRoutes } from "./task/index.ts";
import { teamRoutes } from "./team/index.ts";
import { timelineRoutes } from "./timeline/index.ts";
import { usageRoutes } from "./usage/index.ts";
import { webhookRoutes } from "./webhook/index.ts";
import { wisdomRoutes } from "./wisdom/index.ts";

/** What single features need besides the common tools. */
export interface FeatureNeeds {
  /** Id of a room by its id or name; `null` if there is none. */
  resolveRoom: Parameters<typeof decisionRoutes>[0]["resolveRoom"];
  declareRestored: Parameters<typeof historyRoutes>[0];
  mail: MailNeeds["mail"];
  app: MailNeeds["app"];
  roomTools: Parameters<typeof roomRoutes>[0] & Parameters<typeof roomReads>[0];
}

/** Mounts the routes of all features. */
export function mountFeatures(tools: RouteTools, needs: FeatureNeeds): void {
  const features = [
    agentRoutes,
    taskRoutes,
    handoffRoutes,
    fanoutRoutes,
    routingRoutes,
    messageRoutes,
    attachmentRoutes,
    artifactRoutes,
    replayRoutes,
    decisionRoutes(needs),
    groundsRoutes,
    backlogRoutes,
    sessionRoutes,
    gateRoutes,
    reportRoutes,
    timelineRoutes,
    retentionRoutes,
    branchRoutes,
    commentRoutes,
    contextRoutes,
    wisdomRoutes,
    lockRoutes,
    errorRoutes,
    runRoutes({ output: createRunOutput(tools.sql) }),
    scoutRoutes,
    inboxRoutes,
    mailRoutes(needs),
    searchRoutes,
    usageRoutes,
    metricsRoutes,
    priceRoutes,
    squadFolderRoutes,
    interchangeRoutes,
    roomFileRoutes(needs.roomTools),
    peopleRoutes,
    policyRoutes,
    permissionRoutes,
    credentialRoutes,
    auditRoutes,
    historyRoutes(needs.declareRestored),
    teamRoutes,
    webhookRoutes,
    roomRoutes(needs.roomTools),
    roomReads(needs.roomTools),
  ];
  for (const mountRoutes of features) mountRoutes(tools);
}
