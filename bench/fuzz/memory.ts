import type { Chance } from "../faults/random.ts";
import type { Known } from "./values.ts";

/** A thing of the room: its id, and what goes with it in a request. */
interface Fact {
  id: unknown;
  state: string | null;
  known: Record<string, readonly unknown[]>;
}

/** What answers said of a room so far. */
export interface Memory {
  /** Takes in an answer that was no refusal, with what stood in the address of its request. */
  learn(operationId: string, answer: unknown, address: Record<string, string>): void;
  /** Things that exist, one of each kind, chosen to go with the operation. */
  recall(operationId: string, parameters: readonly string[], chance: Chance): Known;
  /** It is not there. */
  forget(kind: string, id: unknown): void;
  /** It is in another state than one thought. */
  doubt(kind: string, id: unknown): void;
  /** One id of a kind. */
  anyOf(kind: string, chance: Chance): unknown;
}

const FACTS_MAX = 24;
const NODES_MAX = 5_000;
/** Of the ids in requests so many are of another room, and so many of nothing at all. */
const FOREIGN = 0.06;
const UNKNOWN = 0.03;
const NOTHING: Record<string, unknown> = { taskId: "DEV-99999", item: 999_999_999 };
const NO_ID = "0198a1b2-0000-7000-8000-0000000000ab";

/** Kinds of things by the parameter that takes their ids; here by the fields that they stand in. */
const KIND_OF_FIELD: Record<string, string> = {
  task: "taskId",
  tasks: "taskId",
  decision: "decisionId",
  messages: "message",
  item: "item",
  items: "item",
  attachments: "attachment",
  credential: "credentialId",
  person: "personId",
  people: "personId",
  webhook: "webhookId",
  accessToken: "tokenId",
  session: "sessionId",
  live: "sessionId",
};
/** What the rows of a list are. */
const KIND_OF_ROWS: Record<string, string> = {
  listTasks: "taskId",
  listDecisions: "decisionId",
  listMessages: "message",
  listQueue: "message",
  listBacklog: "item",
  listCredentials: "credentialId",
  listPeople: "personId",
  listRoomPeople: "personId",
  listTakers: "personId",
  listWebhooks: "webhookId",
  listAccessTokens: "tokenId",
  listWebhookDeliveries: "deliveryId",
  listSessions: "sessionId",
  listWisdom: "wisdomId",
  listLocks: "lockId",
};
/** Where the answer is the thing itself. */
const KIND_OF_ANSWER: Record<string, string> = {
  addAttachment: "attachment",
  setAdmin: "personId",
  takeLock: "lockId",
};
/** Fields that name a thing wherever they stand. */
const KIND_OF_ID: Record<string, string> = {
  taskId: "taskId",
  decisionId: "decisionId",
  messageId: "message",
  itemId: "item",
  agentId: "credentialId",
  personId: "personId",
  webhookId: "webhookId",
  deliveryId: "deliveryId",
  sessionId: "sessionId",
  wisdomId: "wisdomId",
};
/** Operations that do something to things in these states alone. */
const STATES: Record<string, readonly string[]> = {
  retryTask: ["failed"],
  retryBranch: ["failed"],
  moveTaskToFront: ["pending"],
  handOn: ["pending", "claimed", "in_progress", "failed"],
  editMessage: ["waiting"],
  withdrawMessage: ["waiting"],
  moveMessageToFront: ["waiting"],
  answerDecision: ["pending"],
  answerDecisions: ["pending"],
  undoDecision: ["undoable"],
  pickItem: ["open", "reopened", "deferred"],
  finishItem: ["picked", "asked"],
  putBackItem: ["asked"],
  closeItem: ["open", "picked", "asked", "in_review", "reopened"],
  reopenItem: ["in_review", "deferred", "closed", "dropped"],
  testWebhook: ["on"],
  redeliverWebhook: ["gave_up", "delivered"],
  editSession: ["queued"],
  moveSession: ["queued"],
  startSession: ["queued"],
  pauseSession: ["running", "active", "waiting_on_human"],
  resumeSession: ["paused"],
  dispatch: ["running", "active", "waiting_on_human"],
  reviseSteps: ["running", "active", "waiting_on_human"],
  renewScout: ["running", "active", "waiting_on_human"],
  answerQuestions: ["waiting_on_human"],
  overrideGate: ["running", "active", "waiting_on_human"],
  promoteWisdom: ["live"],
  supersedeWisdom: ["live"],
  withdrawWisdom: ["live"],
};

export function createMemory(roomId: string, foreign: Memory | null): Memory {
  const facts = new Map<string, Map<unknown, Fact>>();
  const cursors = new Map<string, unknown>();
  let room: Known = {};
  /** The file that `importPrices` reads. */
  let prices: readonly string[] = [];

  function note(kind: string, id: unknown, about: Record<string, unknown>, more: Known): void {
    const all = facts.get(kind) ?? new Map<unknown, Fact>();
    facts.set(kind, all);
    const before = all.get(id);
    const known = { ...before?.known, ...knownOf(kind, id, about), ...more };
    all.delete(id);
    all.set(id, { id, state: stateOf(kind, about) ?? before?.state ?? null, known });
    const oldest = all.keys().next().value;
    if (all.size > FACTS_MAX) all.delete(oldest);
  }

  /** Looks for things in an answer, as deep as it goes. */
  function walk(operationId: string, answer: unknown, address: Record<string, string>): void {
    const more: Known = address.webhookId ? { webhookId: [address.webhookId] } : {};
    const open: [string, unknown][] = [[KIND_OF_ANSWER[operationId] ?? "", answer]];
    const rows = KIND_OF_ROWS[operationId];
    if (rows) open.push([rows, (answer as { data?: unknown }).data]);
    for (let n = 0; open.length > 0 && n < NODES_MAX; n++) {
      const [kind, value] = open.pop() as [string, unknown];
      if (Array.isArray(value)) {
        for (const one of value) open.push([kind, one]);
      } else if (typeof value === "object" && value !== null) {
        const about = value as Record<string, unknown>;
        // The inbox tells of other rooms too.
        const { room: where } = about as { room?: { id?: unknown } };
        if (where?.id !== undefined && where.id !== roomId) continue;
        if (kind !== "" && isId(about.id)) note(kind, about.id, about, more);
        for (const [name, part] of Object.entries(about)) {
          const named = KIND_OF_ID[name];
          if (named && isId(part)) note(named, part, named === kind ? {} : about, more);
          else if (typeof part === "object") open.push([KIND_OF_FIELD[name] ?? "", part]);
        }
      }
    }
  }

  function factFor(kind: string, operationId: string, chance: Chance): Fact | null {
    const all = [...(facts.get(kind)?.values() ?? [])];
    const states = STATES[operationId];
    const fitting = all.filter(({ state }) => state !== null && states?.includes(state));
    const from = fitting.length > 0 && chance.is(0.85) ? fitting : all;
    return from.length === 0 ? null : chance.pick(from);
  }

  return {
    learn(operationId, answer, address) {
      walk(operationId, answer, address);
      const said = (answer ?? {}) as Record<string, unknown>;
      if (typeof said.next === "string") cursors.set(operationId, said.next);
      if (operationId === "getInbox")
        for (const group of ["needsYou", "working", "decided"]) {
          const { next } = said[group] as { next: unknown };
          if (typeof next === "string") cursors.set(`list${group.slice(0, 1).toUpperCase()}${group.slice(1)}`, next);
        }
      const { seq, view, draft, version, team, url, content, format, code, link } = said as {
        seq?: unknown;
        view?: { seq?: unknown };
        link?: { code?: unknown };
      } & Record<string, unknown>;
      const head = seq ?? view?.seq;
      if (typeof head === "number")
        room = { ...room, at: [head], minSeq: [head], after: [head - 1, 0], before: [head] };
      if (draft && team) room = { ...room, team: [draft], version: [version] };
      if (operationId === "changeTeam") room = { ...room, version: [version] };
      if (operationId === "exportBacklog") room = { ...room, content: [content], format: [format] };
      if (operationId === "setPrice") {
        const { model } = said.price as { model: string };
        note("model", model, {}, {});
      }
      if (operationId === "listPrices") prices = [JSON.stringify({ prices: said.data })];
      const signIn = /\/sign-in#(.+)$/.exec(String(url))?.[1];
      if (signIn) room = { ...room, link: [signIn] };
      const connect = link?.code ?? code;
      if (typeof connect === "string") room = { ...room, code: [connect] };
    },

    recall(operationId, parameters, chance) {
      let known: Known = { ...room };
      // What the address names comes last, so that what goes with it wins.
      const placeOf = (kind: string) => parameters.indexOf(kind);
      const kinds = [...facts.keys()].sort((a, b) => placeOf(a) - placeOf(b));
      for (const kind of kinds) {
        const fact = factFor(kind, operationId, chance);
        if (fact) known = { ...known, ...fact.known };
      }
      if (operationId === "importPrices" && prices.length > 0) known = { ...known, content: prices };
      const cursor = cursors.get(operationId);
      if (cursor) known = { ...known, cursor: [cursor] };
      for (const kind of parameters.filter((name) => facts.has(name))) {
        const stray = chance.is(FOREIGN)
          ? foreign?.anyOf(kind, chance)
          : chance.is(UNKNOWN)
            ? (NOTHING[kind] ?? NO_ID)
            : undefined;
        if (stray !== undefined) known = { ...known, [kind]: [stray] };
      }
      return known;
    },

    forget(kind, id) {
      const all = facts.get(kind);
      for (const known of all?.keys() ?? []) if (String(known) === String(id)) all?.delete(known);
    },

    doubt(kind, id) {
      for (const fact of facts.get(kind)?.values() ?? []) if (String(fact.id) === String(id)) fact.state = null;
    },

    anyOf: (kind, chance) => factFor(kind, "", chance)?.id,
  };
}

function isId(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

function stateOf(kind: string, about: Record<string, unknown>): string | null {
  if (kind === "decisionId" && about.canUndo === true) return "undoable";
  // Its work ended with a question: nobody goes on with it before the answer.
  if (kind === "item" && typeof about.asked === "string") return "asked";
  if (kind === "webhookId" && "off" in about) return about.off === null ? "on" : "off";
  // A message of a person waits as a task, until it says otherwise.
  if (kind === "message" && typeof about.taskId === "string" && "ahead" in about) return "waiting";
  const { state, status } = about;
  return typeof state === "string" ? state : typeof status === "string" ? status : null;
}

/** The fields of requests that go with a thing, by what an answer said of it. */
function knownOf(kind: string, id: unknown, about: Record<string, unknown>): Known {
  switch (kind) {
    case "taskId":
      return { taskId: [id], taskIds: [id], requires: [id] };
    case "decisionId": {
      const options = Array.isArray(about.options) ? (about.options as { id: unknown }[]) : [];
      return {
        decisionId: [id],
        ...(options.length > 0 && { optionId: options.map((option) => option.id) }),
        ...(about.version !== undefined && { version: [about.version] }),
      };
    }
    case "message": {
      const { taskId } = about;
      const ids = typeof taskId === "string" ? [id, taskId] : [id];
      return { message: ids, repliesTo: [id] };
    }
    case "item":
      return { item: [id], before: [id], after: [id] };
    case "model":
      return { model: [id] };
    case "attachment":
      return { attachment: [id], attachments: [id] };
    case "credentialId":
      return { credentialId: [id], agentId: [id] };
    case "personId":
      return { personId: [id], person: [id], ...(about.name ? { personName: [about.name] } : {}) };
    default:
      return { [kind]: [id] };
  }
}
