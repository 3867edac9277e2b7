import { type RouteId, routes } from "@squadroom/core/contract/routes";
import { expect, test } from "vitest";
import { allowedActions, personOf, rightOf, roleIn, roomOf } from "./access.ts";
import type { Principal } from "./principal.ts";
import { anAgent, anotherRoomId, aPerson, aRoomId } from "./principals.fixture.ts";

const callers: Record<string, Principal | null> = {
  nobody: null,
  agent: anAgent(),
  foreignAgent: anAgent({ roomId: anotherRoomId }),
  stranger: aPerson({ [anotherRoomId]: "owner" }),
  viewer: aPerson({ [aRoomId]: "viewer" }),
  approver: aPerson({ [aRoomId]: "approver" }),
  lead: aPerson({ [aRoomId]: "lead" }),
  owner: aPerson({ [aRoomId]: "owner" }),
  admin: aPerson({}, { admin: true }),
};

const SIGNS: Record<string, string> = {
  "+": "ok",
  u: "unauthorized",
  f: "forbidden",
  "?": "room_unknown",
};

/** A cell for each caller, in the order above. */
const expected: Record<RouteId, string> = {
  getMe: "u++ ++++++",
  lookAtLink: "+++ ++++++",
  getCommand: "+++ ++++++",
  signIn: "+++ ++++++",
  signOut: "uff ++++++",
  setPassword: "uff ++++++",
  makeLink: "uff ++++++",
  listPeople: "uff fffff+",
  invitePerson: "uff fffff+",
  listRoomPeople: "uf? ?+++++",
  setAdmin: "uff fffff+",
  setActive: "uff fffff+",
  endSignIns: "uff fffff+",
  signOutElsewhere: "uff ++++++",
  declareRestored: "uff fffff+",
  listPrices: "uff ++++++",
  setPrice: "uff fffff+",
  removePrice: "uff fffff+",
  importPrices: "uff fffff+",
  addRoomPerson: "uf? ?fff++",
  setRoomPerson: "uf? ?fff++",
  removeRoomPerson: "uf? ?fff++",
  createCredential: "uf? ?ff+++",
  listCredentials: "uf? ?ff+++",
  revokeCredential: "uf? ?ff+++",
  makeConnectLink: "uf? ?ff+++",
  lookAtConnectLink: "+++ ++++++",
  redeemConnectLink: "+++ ++++++",
  listRooms: "u++ ++++++",
  createRoom: "uff ++++++",
  getRoom: "u+? ?+++++",
  removeRoom: "uf? ?fff++",
  startDemo: "uff ++++++",
  listEvents: "u+? ?+++++",
  getReadiness: "u+? ?+++++",
  verifyRoom: "uf? ?ff+++",
  getTeam: "u+? ?+++++",
  previewTeam: "uf? ?ff+++",
  changeTeam: "uf? ?ff+++",
  listAudit: "uf? ?ff+++",
  listServerAudit: "uff fffff+",
  joinRoom: "u+? ?fffff",
  leaveRoom: "u+? ?fffff",
  renewLease: "u+? ?fffff",
  getContext: "u+? ?fffff",
  claimTask: "u+? ?fffff",
  reportProgress: "u+? ?fffff",
  completeTask: "u+? ?fffff",
  failTask: "u+? ?fffff",
  createTasks: "u+? ?ff+++",
  listTasks: "u+? ?+++++",
  getTask: "u+? ?+++++",
  cancelTask: "uf? ?ff+++",
  putBackTask: "u+? ?ff+++",
  retryTask: "uf? ?ff+++",
  moveTaskToFront: "uf? ?ff+++",
  allowPaths: "uf? ?ff+++",
  handOff: "u+? ?fffff",
  handOn: "uf? ?ff+++",
  addAttachment: "u+? ?f++++",
  getAttachment: "u+? ?+++++",
  sendMessage: "u+? ?f++++",
  listMessages: "u+? ?+++++",
  getMessage: "u+? ?+++++",
  editMessage: "uf? ?f++++",
  withdrawMessage: "uf? ?f++++",
  moveMessageToFront: "uf? ?f++++",
  listQueue: "u+? ?+++++",
  getReplayBase: "uf? ?+++++",
  getReplayOutline: "uf? ?+++++",
  askIntervention: "u+? ?fffff",
  listDecisions: "u+? ?+++++",
  answerDecision: "uf? ?f++++",
  undoDecision: "uf? ?f++++",
  answerDecisions: "uff ++++++",
  listBacklog: "u+? ?+++++",
  getItem: "u+? ?+++++",
  addItems: "u+? ?f++++",
  editItem: "u+? ?f++++",
  moveItem: "u+? ?f++++",
  pickItem: "u+? ?f++++",
  deferItem: "u+? ?f++++",
  finishItem: "u+? ?f++++",
  putBackItem: "u+? ?f++++",
  closeItem: "u+? ?f++++",
  dropItem: "u+? ?f++++",
  reopenItem: "uf? ?f++++",
  importBacklog: "uf? ?f++++",
  exportBacklog: "u+? ?+++++",
  setRoomOptions: "uf? ?ff+++",
  setMode: "uf? ?ff+++",
  resumeClearing: "uf? ?ff+++",
  listSessions: "u+? ?+++++",
  getSession: "u+? ?+++++",
  getProposal: "u+? ?+++++",
  createSession: "u+? ?ff+++",
  editSession: "uf? ?ff+++",
  moveSession: "uf? ?ff+++",
  answerQuestions: "uf? ?f++++",
  pauseSession: "uf? ?ff+++",
  resumeSession: "uf? ?ff+++",
  startSession: "uf? ?ff+++",
  setBudget: "uf? ?ff+++",
  stopSession: "uf? ?ff+++",
  renewScout: "uf? ?ff+++",
  listScouts: "u+? ?+++++",
  saveScout: "u+? ?fffff",
  getSessionStatus: "u+? ?+++++",
  overrideGate: "uf? ?f++++",
  setGatePreset: "uf? ?ff+++",
  getInbox: "uff ++++++",
  listNeedsYou: "uff ++++++",
  listWorking: "uff ++++++",
  listDecided: "uff ++++++",
  markVisited: "uff ++++++",
  listUsage: "uff ++++++",
  search: "uff ++++++",
  getUnread: "uff ++++++",
  markLooked: "uff ++++++",
  snooze: "uff ++++++",
  wake: "uff ++++++",
  listTakers: "uff ++++++",
  handOver: "uff ++++++",
  checkCall: "u+? ?fffff",
  getPolicy: "u+? ?+++++",
  changePolicy: "uf? ?ff+++",
  revokeGrant: "uf? ?ff+++",
  tryCall: "uf? ?f++++",
  listVerdicts: "uf? ?+++++",
  listWebhooks: "uf? ?ff+++",
  createWebhook: "uf? ?ff+++",
  updateWebhook: "uf? ?ff+++",
  removeWebhook: "uf? ?ff+++",
  testWebhook: "uf? ?ff+++",
  listWebhookDeliveries: "uf? ?ff+++",
  redeliverWebhook: "uf? ?ff+++",
};

const cells = Object.entries(expected).flatMap(([id, row]) =>
  Object.keys(callers).map((caller, i) => ({
    id: id as RouteId,
    caller,
    right: SIGNS[row.replaceAll(" ", "")[i] ?? ""],
  })),
);

test("the table has a row for each route and a cell for each caller", () => {
  expect(Object.keys(expected).sort()).toEqual(Object.keys(routes).sort());
  for (const row of Object.values(expected)) expect(row).toMatch(/^[+uf?]{3} [+uf?]{6}$/);
});

test("a route below a room is judged by the room, and only such a route", () => {
  for (const { path, access } of Object.values(routes)) {
    const isOfRoom = access.who === "room" || access.who === "agent";
    expect(path.startsWith("/rooms/:room")).toBe(isOfRoom);
  }
});

test.each(cells)("$id by $caller: $right", ({ id, caller, right }) => {
  const answer = rightOf(callers[caller] ?? null, routes[id].access, aRoomId);

  expect(answer === "ok" ? answer : answer.code).toBe(right);
});

test("a room that one may not see is answered like one that is not there", () => {
  for (const caller of [aPerson(), anAgent({ roomId: anotherRoomId })]) {
    const hidden = rightOf(caller, routes.getRoom.access, aRoomId);

    expect(hidden).toEqual(rightOf(caller, routes.getRoom.access, null));
    expect(hidden).toEqual(rightOf(aPerson({}, { admin: true }), routes.getRoom.access, null));
  }
});

test("a refusal says which role is needed", () => {
  const answer = rightOf(aPerson({ [aRoomId]: "viewer" }), routes.cancelTask.access, aRoomId);

  expect(answer).toMatchObject({ details: { role: "viewer", needs: "lead" } });
});

test("what one may do in a room is what the table allows there", () => {
  const allowed = (principal: Principal) => allowedActions(principal, aRoomId).sort();

  expect(allowed(aPerson({ [aRoomId]: "viewer" }))).toEqual([
    "exportBacklog",
    "getAttachment",
    "getItem",
    "getMessage",
    "getPolicy",
    "getProposal",
    "getReadiness",
    "getReplayBase",
    "getReplayOutline",
    "getRoom",
    "getSession",
    "getSessionStatus",
    "getTask",
    "getTeam",
    "listBacklog",
    "listDecisions",
    "listEvents",
    "listMessages",
    "listQueue",
    "listRoomPeople",
    "listScouts",
    "listSessions",
    "listTasks",
    "listVerdicts",
  ]);
  expect(allowed(anAgent())).toContain("handOff");
  expect(allowed(anAgent())).not.toContain("handOn");
  expect(allowed(aPerson({}, { admin: true }))).toEqual(allowed(aPerson({ [aRoomId]: "owner" })));
  expect(allowed(aPerson())).toEqual([]);
});

test("an agent's role in its room is that of an agent, whatever else it is for", () => {
  expect(roleIn(anAgent(), aRoomId)).toBe("agent");
  expect(roleIn(anAgent(), anotherRoomId)).toBeNull();
});

test("a handler that needs a person or a room gets one, or refuses", () => {
  const person = aPerson();

  expect(personOf(person)).toBe(person);
  expect(() => personOf(anAgent())).toThrow(expect.objectContaining({ code: "unauthorized" }));
  expect(roomOf(aRoomId)).toBe(aRoomId);
  expect(() => roomOf(null)).toThrow(expect.objectContaining({ code: "room_unknown" }));
});
