import { routes } from "@squadroom/core/contract/routes";
import type { RouteDef } from "@squadroom/core/kernel/route";
import type { Chance } from "../faults/random.ts";
import type { Operation } from "./requests.ts";
import type { FuzzCaller, FuzzRoom } from "./world.ts";

/** What ends a right ends the fun for all that follows: it comes seldom. */
const FINAL = new Set(["removeRoom", "revokeCredential", "leaveRoom", "removeRoomPerson"]);
/** What others need before them comes more often. */
const WEIGHTS: Record<string, number> = {
  claimTask: 6,
  failTask: 4,
  createTasks: 3,
  joinRoom: 2,
  askIntervention: 3,
  answerDecision: 2,
  undoDecision: 2,
  setMode: 2,
  resumeClearing: 2,
  addItems: 2,
  pickItem: 2,
  sendMessage: 2,
  redeliverWebhook: 2,
  setPrice: 2,
};
/** What somebody does next who goes on with what it has begun. */
const SEQUELS: Record<string, readonly string[]> = {
  joinRoom: ["claimTask"],
  claimTask: [
    "reportProgress",
    "reportError",
    "closeBlocker",
    "failTask",
    "failTask",
    "completeTask",
    "handOff",
    "askIntervention",
    "fanOut",
  ],
  reportProgress: ["closeBlocker"],
  takeLock: ["releaseLock"],
  reportError: ["reportError", "reportError", "answerDecision", "listErrors"],
  failTask: ["claimTask"],
  fanOut: ["claimTask", "listFanouts"],
  askIntervention: ["answerDecision", "answerDecisions"],
  answerDecision: ["undoDecision"],
  answerDecisions: ["undoDecision"],
  undoDecision: ["answerDecision"],
  addItems: ["pickItem"],
  pickItem: ["claimTask", "finishItem"],
  handOff: ["listBacklog"],
  listBacklog: ["putBackItem"],
  sendMessage: ["editMessage", "withdrawMessage", "moveMessageToFront"],
  addAttachment: ["sendMessage", "getAttachment"],
  createWebhook: ["testWebhook", "updateWebhook"],
  testWebhook: ["listWebhookDeliveries", "removeWebhook"],
  listWebhookDeliveries: ["redeliverWebhook"],
  invitePerson: ["lookAtLink", "addRoomPerson", "setRoomPerson"],
  makeLink: ["signIn"],
  createCredential: ["lookAtConnectLink", "redeemConnectLink"],
  makeConnectLink: ["lookAtConnectLink", "redeemConnectLink"],
  setPassword: ["signIn", "setPassword"],
  getTeam: ["previewTeam", "changeTeam"],
  exportBacklog: ["importBacklog"],
  createAccessToken: ["revokeAccessToken"],
  setPrice: ["removePrice"],
  listPrices: ["importPrices"],
  addWisdom: ["listWisdom", "promoteWisdom", "supersedeWisdom", "withdrawWisdom"],
};
/** What tells of the things that another operation needs. */
const FORERUNNERS: Record<string, string> = {
  listNeedsYou: "getInbox",
  listWorking: "getInbox",
  listDecided: "getInbox",
  retryTask: "listTasks",
  retryBranch: "listFanouts",
  correctRoute: "listRouted",
  editMessage: "listQueue",
  withdrawMessage: "listQueue",
  moveMessageToFront: "listQueue",
  resumeSession: "listSessions",
  startSession: "listSessions",
  dispatch: "listSessions",
  reviseSteps: "listSessions",
  renewScout: "listSessions",
  closeItem: "listBacklog",
  putBackItem: "listBacklog",
  reopenItem: "listBacklog",
  redeliverWebhook: "listWebhookDeliveries",
  releaseLock: "listLocks",
  promoteWisdom: "listWisdom",
  supersedeWisdom: "listWisdom",
  withdrawWisdom: "listWisdom",
};
/** Of what was done so much has a sequel. */
const GOES_ON = 0.6;
/** Of the callers so many may do what they ask for. */
const FITTING = 0.85;

export function definitionOf(operation: Operation): RouteDef | undefined {
  return (routes as unknown as Record<string, RouteDef>)[operation.id];
}

export function createChoice(operations: readonly Operation[]) {
  const weighted = operations.flatMap((operation) =>
    Array.from({ length: WEIGHTS[operation.id] ?? 1 }, () => operation),
  );
  /** @param done what the same hand did just now */
  return function choose(chance: Chance, done: Operation | null): Operation {
    const sequels = (done && SEQUELS[done.id]) ?? [];
    if (sequels.length > 0 && chance.is(GOES_ON)) {
      const id = chance.pick(sequels);
      const sequel = operations.find((operation) => operation.id === id);
      if (sequel) return sequel;
    }
    const operation = chance.pick(weighted);
    return FINAL.has(operation.id) && chance.is(0.9) ? choose(chance, null) : operation;
  };
}

/** One of those that were never done so far, or first what tells of the things that it needs. */
export function chase(chance: Chance, missed: readonly Operation[], all: readonly Operation[]): Operation {
  const operation = chance.pick(missed);
  const forerunner = all.find(({ id }) => id === FORERUNNERS[operation.id]);
  return forerunner && chance.is(0.3) ? forerunner : operation;
}

/** Mostly somebody whom the route is for, and who has in its hand what it asks for. */
export function callerFor(operation: Operation, room: FuzzRoom, chance: Chance, before: FuzzCaller | null): FuzzCaller {
  const access = definitionOf(operation)?.access;
  const isFitting = ({ kind }: FuzzCaller) => {
    switch (access?.who) {
      case undefined:
      case "anyone":
        return true;
      case "me":
        return kind !== "nobody";
      case "agent":
        return kind === "agent";
      case "room":
        return kind === "person" || (kind === "agent" && access.agents);
      default:
        return kind === "person";
    }
  };
  const fitting = room.callers.filter(isFitting);
  if (before && fitting.includes(before) && chance.is(0.8)) return before;
  if (fitting.length === 0 || !chance.is(FITTING)) return chance.pick(room.callers);
  const needsTask = operation.body?.required?.includes("fence");
  const holding = needsTask ? fitting.filter(({ held }) => held !== null) : [];
  return chance.pick(holding.length > 0 && chance.is(0.9) ? holding : fitting);
}
