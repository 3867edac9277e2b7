import { type RouteId, routes } from "@squadroom/core/contract/routes";
import { expect, test } from "vitest";
import { allowedActions, personOf, rightOf, roleIn, roomOf } from "./access.ts";
import type { Principal } from "./principal.ts";
import { anAgent, anotherRoomId, aPerson, aRoomId, aRunner } from "./principals.fixture.ts";

const callers: Record<string, Principal | null> = {
  nobody: null,
  agent: anAgent(),
  foreignAgent: anAgent({ roomId: anotherRoomId }),
  runner: aRunner(),
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
  getMe: "u+++ ++++++",
  lookAtLink: "++++ ++++++",
  getCommand: "++++ ++++++",
  signIn: "++++ ++++++",
  getOidc: "++++ ++++++",
  startOidc: "++++ ++++++",
  finishOidc: "++++ ++++++",
  disconnectOidc: "ufff ++++++",
  signOut: "ufff ++++++",
  setPassword: "ufff ++++++",
  makeLink: "ufff ++++++",
  listPeople: "ufff fffff+",
  invitePerson: "ufff fffff+",
  listRoomPeople: "uf?f ?+++++",
  setAdmin: "ufff fffff+",
  setActive: "ufff fffff+",
  endSignIns: "ufff fffff+",
  signOutElsewhere: "ufff ++++++",
  createAccessToken: "ufff ++++++",
  listAccessTokens: "ufff ++++++",
  revokeAccessToken: "ufff ++++++",
  getMail: "ufff ++++++",
  setMail: "ufff ++++++",
  confirmMail: "ufff ++++++",
  stopMail: "++++ ++++++",
  declareRestored: "ufff fffff+",
  importRoom: "ufff fffff+",
  addRoomPerson: "uf?f ?fff++",
  setRoomPerson: "uf?f ?fff++",
  removeRoomPerson: "uf?f ?fff++",
  createCredential: "uf?f ?ff+++",
  listCredentials: "uf?f ?ff+++",
  revokeCredential: "uf?f ?ff+++",
  makeConnectLink: "uf?f ?ff+++",
  lookAtConnectLink: "++++ ++++++",
  redeemConnectLink: "++++ ++++++",
  listRooms: "u+++ ++++++",
  createRoom: "ufff ++++++",
  getRoom: "u+?f ?+++++",
  removeRoom: "uf?f ?fff++",
  pauseRoom: "uf?f ?ff+++",
  resumeRoom: "uf?f ?ff+++",
  pauseAll: "ufff ++++++",
  resumeAll: "ufff ++++++",
  startDemo: "ufff ++++++",
  listEvents: "u+?f ?+++++",
  getReadiness: "u+?f ?+++++",
  verifyRoom: "uf?f ?ff+++",
  getTeam: "u+?f ?+++++",
  previewSquad: "ufff ++++++",
  previewTeam: "uf?f ?ff+++",
  changeTeam: "uf?f ?ff+++",
  listAudit: "uf?f ?ff+++",
  listServerAudit: "ufff fffff+",
  joinRoom: "u+?f ?fffff",
  leaveRoom: "u+?f ?fffff",
  renewLease: "u+?f ?fffff",
  getContext: "u+?f ?fffff",
  claimTask: "u+?f ?fffff",
  reportProgress: "u+?f ?fffff",
  reportError: "u+?f ?fffff",
  listArtifacts: "u+?f ?+++++",
  listErrors: "u+?f ?+++++",
  completeTask: "u+?f ?fffff",
  failTask: "u+?f ?fffff",
  createTasks: "u+?f ?ff+++",
  listTasks: "u+?f ?+++++",
  getTask: "u+?f ?+++++",
  cancelTask: "uf?f ?ff+++",
  putBackTask: "u+?f ?ff+++",
  retryTask: "uf?f ?ff+++",
  closeBlocker: "u+?f ?f++++",
  moveTaskToFront: "uf?f ?ff+++",
  allowPaths: "uf?f ?ff+++",
  handOff: "u+?f ?fffff",
  handOn: "uf?f ?ff+++",
  addAttachment: "u+?f ?f++++",
  getAttachment: "u+?f ?+++++",
  sendMessage: "u+?f ?f++++",
  listMessages: "u+?f ?+++++",
  getMessage: "u+?f ?+++++",
  editMessage: "uf?f ?f++++",
  withdrawMessage: "uf?f ?f++++",
  moveMessageToFront: "uf?f ?f++++",
  listQueue: "u+?f ?+++++",
  getReplayBase: "uf?f ?+++++",
  getReplayOutline: "uf?f ?+++++",
  askIntervention: "u+?f ?fffff",
  listDecisions: "u+?f ?+++++",
  getGrounds: "uf?f ?+++++",
  answerDecision: "uf?f ?f++++",
  undoDecision: "uf?f ?f++++",
  answerDecisions: "ufff ++++++",
  listBacklog: "u+?f ?+++++",
  getItem: "u+?f ?+++++",
  addItems: "u+?f ?f++++",
  editItem: "u+?f ?f++++",
  moveItem: "u+?f ?f++++",
  pickItem: "u+?f ?f++++",
  deferItem: "u+?f ?f++++",
  finishItem: "u+?f ?f++++",
  putBackItem: "u+?f ?f++++",
  closeItem: "u+?f ?f++++",
  dropItem: "u+?f ?f++++",
  reopenItem: "uf?f ?f++++",
  importBacklog: "uf?f ?f++++",
  exportBacklog: "u+?f ?+++++",
  setRoomOptions: "uf?f ?ff+++",
  setMode: "uf?f ?ff+++",
  resumeClearing: "uf?f ?ff+++",
  getPipelines: "u+?f ?+++++",
  listSessions: "u+?f ?+++++",
  getRetention: "uf?f ?+++++",
  setRetention: "uf?f ?fff++",
  runRetention: "uf?f ?ff+++",
  holdSession: "uf?f ?ff+++",
  releaseSession: "uf?f ?ff+++",
  restoreSession: "uf?f ?ff+++",
  getReport: "u+?f ?+++++",
  getTimeline: "u+?f ?+++++",
  getSession: "u+?f ?+++++",
  getSessionContext: "u+?f ?+++++",
  getProposal: "u+?f ?+++++",
  createSession: "u+?f ?ff+++",
  dispatch: "u+?f ?ff+++",
  reviseSteps: "u+?f ?ff+++",
  editSession: "uf?f ?ff+++",
  moveSession: "uf?f ?ff+++",
  answerQuestions: "uf?f ?f++++",
  pauseSession: "uf?f ?ff+++",
  resumeSession: "uf?f ?ff+++",
  startSession: "uf?f ?ff+++",
  setBudget: "uf?f ?ff+++",
  stopSession: "uf?f ?ff+++",
  renewScout: "uf?f ?ff+++",
  listScouts: "u+?f ?+++++",
  saveScout: "u+?f ?fffff",
  getSessionStatus: "u+?f ?+++++",
  overrideGate: "uf?f ?f++++",
  setGatePreset: "uf?f ?ff+++",
  getInbox: "ufff ++++++",
  listNeedsYou: "ufff ++++++",
  listWorking: "ufff ++++++",
  listDecided: "ufff ++++++",
  markVisited: "ufff ++++++",
  listUsage: "ufff ++++++",
  getMetrics: "ufff ++++++",
  listMetricEvents: "ufff ++++++",
  exportMetrics: "ufff ++++++",
  listWorklog: "u+?f ?+++++",
  exportRecords: "uf?f ?+++++",
  exportRoom: "uf?f ?ff+++",
  exportSession: "uf?f ?+++++",
  getImportedSession: "uf?f ?+++++",
  importSession: "uf?f ?ff+++",
  exportWorklog: "u+?f ?+++++",
  limitUse: "uf?f ?ff+++",
  search: "ufff ++++++",
  getUnread: "ufff ++++++",
  markLooked: "ufff ++++++",
  snooze: "ufff ++++++",
  wake: "ufff ++++++",
  listTakers: "ufff ++++++",
  handOver: "ufff ++++++",
  checkCall: "u+?f ?fffff",
  getPolicy: "u+?f ?+++++",
  changePolicy: "uf?f ?ff+++",
  revokeGrant: "uf?f ?ff+++",
  tryCall: "uf?f ?f++++",
  listVerdicts: "uf?f ?+++++",
  createRunner: "uf?f ?ff+++",
  listRunners: "u+?f ?+++++",
  setRunner: "uf?f ?ff+++",
  forgetRunner: "uf?f ?ff+++",
  listRuns: "u+?f ?+++++",
  getRun: "u+?f ?+++++",
  listRunOutput: "u+?f ?+++++",
  getRunChanges: "u+?f ?+++++",
  startRun: "u+?f ?ff+++",
  orderRun: "u+?f ?ff+++",
  stopRuns: "u+?f ?ff+++",
  connectRunner: "uf?+ ?fffff",
  takeWork: "uf?+ ?fffff",
  getPlace: "uf?+ ?fffff",
  reportBranch: "uf?+ ?fffff",
  listBranches: "u+?f ?+++++",
  fanOut: "u+?f ?fffff",
  listFanouts: "u+?f ?+++++",
  retryBranch: "u+?f ?f++++",
  listRouted: "u+?f ?+++++",
  getRouting: "u+?f ?+++++",
  correctRoute: "uf?f ?f++++",
  dismissPhrases: "uf?f ?ff+++",
  listComments: "u+?f ?+++++",
  commentLines: "u+?f ?f++++",
  listWisdom: "u+?f ?+++++",
  addWisdom: "u+?f ?f++++",
  supersedeWisdom: "u+?f ?f++++",
  promoteWisdom: "uf?f ?f++++",
  withdrawWisdom: "uf?f ?f++++",
  listLocks: "u+?f ?+++++",
  takeLock: "u+?f ?ff+++",
  releaseLock: "u+?f ?ff+++",
  getBranch: "u+?f ?+++++",
  getBranchChanges: "u+?f ?+++++",
  orderBranch: "uf?f ?ff+++",
  retryMerge: "uf?f ?ff+++",
  skipMerge: "uf?f ?ff+++",
  seatAgent: "uf?+ ?fffff",
  reportRun: "uf?+ ?fffff",
  addRunOutput: "uf?+ ?fffff",
  setRunTouches: "uf?+ ?fffff",
  renewRunner: "uf?+ ?fffff",
  changeRunner: "uf?+ ?fffff",
  leaveRunner: "uf?+ ?fffff",
  listPrices: "ufff ++++++",
  setPrice: "ufff fffff+",
  removePrice: "ufff fffff+",
  importPrices: "ufff fffff+",
  listWebhooks: "uf?f ?ff+++",
  createWebhook: "uf?f ?ff+++",
  updateWebhook: "uf?f ?ff+++",
  removeWebhook: "uf?f ?ff+++",
  testWebhook: "uf?f ?ff+++",
  listWebhookDeliveries: "uf?f ?ff+++",
  redeliverWebhook: "uf?f ?ff+++",
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
  for (const row of Object.values(expected)) expect(row).toMatch(/^[+uf?]{4} [+uf?]{6}$/);
});

test("a route below a room is judged by the room, and only such a route", () => {
  for (const { path, access } of Object.values(routes)) {
    const isOfRoom = ["room", "agent", "runner"].includes(access.who);
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
    "exportRecords",
    "exportSession",
    "exportWorklog",
    "getAttachment",
    "getBranch",
    "getBranchChanges",
    "getGrounds",
    "getImportedSession",
    "getItem",
    "getMessage",
    "getPipelines",
    "getPolicy",
    "getProposal",
    "getReadiness",
    "getReplayBase",
    "getReplayOutline",
    "getReport",
    "getRetention",
    "getRoom",
    "getRouting",
    "getRun",
    "getRunChanges",
    "getSession",
    "getSessionContext",
    "getSessionStatus",
    "getTask",
    "getTeam",
    "getTimeline",
    "listArtifacts",
    "listBacklog",
    "listBranches",
    "listComments",
    "listDecisions",
    "listErrors",
    "listEvents",
    "listFanouts",
    "listLocks",
    "listMessages",
    "listQueue",
    "listRoomPeople",
    "listRouted",
    "listRunOutput",
    "listRunners",
    "listRuns",
    "listScouts",
    "listSessions",
    "listTasks",
    "listVerdicts",
    "listWisdom",
    "listWorklog",
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
