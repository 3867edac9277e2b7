import type { RouteId } from "@squadroom/core/contract/routes";

/** Where a route is, without its schemas: the browser calls the API and bundles no validator. */
export interface RoutePath {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `API_PREFIX`; `:name` is a parameter. */
  path: string;
  /** Takes an idempotency key. */
  keyed: boolean;
}

export const API_PREFIX = "/api/v1";

/** A copy of the contract's table; a test holds the two together. */
export const paths: Record<RouteId, RoutePath> = {
  getMe: { method: "GET", path: "/me", keyed: false },
  lookAtLink: { method: "POST", path: "/sign-in-links/look", keyed: false },
  signIn: { method: "POST", path: "/sign-ins", keyed: false },
  signOut: { method: "DELETE", path: "/sign-ins/current", keyed: false },
  setPassword: { method: "PUT", path: "/me/password", keyed: false },
  makeLink: { method: "POST", path: "/sign-in-links", keyed: false },
  listPeople: { method: "GET", path: "/people", keyed: false },
  invitePerson: { method: "POST", path: "/people", keyed: false },
  listRoomPeople: { method: "GET", path: "/rooms/:room/people", keyed: false },
  setRoomPerson: { method: "PUT", path: "/rooms/:room/people/:personId", keyed: false },
  removeRoomPerson: { method: "DELETE", path: "/rooms/:room/people/:personId", keyed: false },
  createCredential: { method: "POST", path: "/rooms/:room/credentials", keyed: false },
  listCredentials: { method: "GET", path: "/rooms/:room/credentials", keyed: false },
  revokeCredential: {
    method: "DELETE",
    path: "/rooms/:room/credentials/:credentialId",
    keyed: false,
  },
  listRooms: { method: "GET", path: "/rooms", keyed: false },
  createRoom: { method: "POST", path: "/rooms", keyed: true },
  getRoom: { method: "GET", path: "/rooms/:room", keyed: false },
  removeRoom: { method: "DELETE", path: "/rooms/:room", keyed: true },
  startDemo: { method: "POST", path: "/demos", keyed: false },
  listEvents: { method: "GET", path: "/rooms/:room/events", keyed: false },
  getReadiness: { method: "GET", path: "/rooms/:room/readiness", keyed: false },
  verifyRoom: { method: "GET", path: "/rooms/:room/verification", keyed: false },
  joinRoom: { method: "POST", path: "/rooms/:room/agents", keyed: true },
  leaveRoom: { method: "POST", path: "/rooms/:room/agents/me/leave", keyed: true },
  renewLease: { method: "POST", path: "/rooms/:room/agents/me/renew", keyed: false },
  getContext: { method: "GET", path: "/rooms/:room/agents/me/context", keyed: false },
  claimTask: { method: "POST", path: "/rooms/:room/claims", keyed: true },
  reportProgress: { method: "POST", path: "/rooms/:room/tasks/:taskId/progress", keyed: true },
  completeTask: { method: "POST", path: "/rooms/:room/tasks/:taskId/completion", keyed: true },
  failTask: { method: "POST", path: "/rooms/:room/tasks/:taskId/failure", keyed: true },
  createTasks: { method: "POST", path: "/rooms/:room/tasks", keyed: true },
  listTasks: { method: "GET", path: "/rooms/:room/tasks", keyed: false },
  getTask: { method: "GET", path: "/rooms/:room/tasks/:taskId", keyed: false },
  cancelTask: { method: "POST", path: "/rooms/:room/tasks/:taskId/cancellation", keyed: true },
  retryTask: { method: "POST", path: "/rooms/:room/tasks/:taskId/retry", keyed: true },
  moveTaskToFront: { method: "POST", path: "/rooms/:room/tasks/:taskId/front", keyed: true },
  handOff: { method: "POST", path: "/rooms/:room/handoffs", keyed: true },
  handOn: { method: "POST", path: "/rooms/:room/tasks/:taskId/hand-on", keyed: true },
  sendMessage: { method: "POST", path: "/rooms/:room/messages", keyed: true },
  listMessages: { method: "GET", path: "/rooms/:room/messages", keyed: false },
  askIntervention: {
    method: "POST",
    path: "/rooms/:room/tasks/:taskId/interventions",
    keyed: true,
  },
  listDecisions: { method: "GET", path: "/rooms/:room/decisions", keyed: false },
  answerDecision: {
    method: "POST",
    path: "/rooms/:room/decisions/:decisionId/answer",
    keyed: true,
  },
  undoDecision: { method: "POST", path: "/rooms/:room/decisions/:decisionId/undo", keyed: true },
  answerDecisions: { method: "POST", path: "/decisions/answers", keyed: true },
  getInbox: { method: "GET", path: "/inbox", keyed: false },
  markVisited: { method: "PUT", path: "/inbox/visit", keyed: false },
};
