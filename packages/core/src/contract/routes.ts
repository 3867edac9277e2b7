import * as agent from "../agent/contract.ts";
import * as credential from "../credential/contract.ts";
import * as decision from "../decision/contract.ts";
import * as handoff from "../handoff/contract.ts";
import * as inbox from "../inbox/contract.ts";
import * as message from "../message/contract.ts";
import * as people from "../people/contract.ts";
import * as room from "../room/contract.ts";
import * as task from "../task/contract.ts";

/** Every route of the API: the server mounts them all, the client and the documents come from them. */
export const routes = {
  getMe: people.getMe,
  lookAtLink: people.lookAtLink,
  signIn: people.signIn,
  signOut: people.signOut,
  setPassword: people.setPassword,
  makeLink: people.makeLink,
  listPeople: people.listPeople,
  invitePerson: people.invitePerson,
  listRoomPeople: people.listRoomPeople,
  setRoomPerson: people.setRoomPerson,
  removeRoomPerson: people.removeRoomPerson,
  createCredential: credential.createCredential,
  listCredentials: credential.listCredentials,
  revokeCredential: credential.revokeCredential,
  listRooms: room.listRooms,
  createRoom: room.createRoom,
  getRoom: room.getRoom,
  removeRoom: room.removeRoom,
  startDemo: room.startDemo,
  listEvents: room.listEvents,
  getReadiness: room.getReadiness,
  verifyRoom: room.verifyRoom,
  joinRoom: agent.joinRoom,
  leaveRoom: agent.leaveRoom,
  renewLease: agent.renewLease,
  getContext: agent.getContext,
  claimTask: task.claimTask,
  reportProgress: task.reportProgress,
  completeTask: task.completeTask,
  failTask: task.failTask,
  createTasks: task.createTasks,
  listTasks: task.listTasks,
  getTask: task.getTask,
  cancelTask: task.cancelTask,
  retryTask: task.retryTask,
  moveTaskToFront: task.moveTaskToFront,
  handOff: handoff.handOff,
  handOn: handoff.handOn,
  sendMessage: message.sendMessage,
  listMessages: message.listMessages,
  askIntervention: decision.askIntervention,
  listDecisions: decision.listDecisions,
  answerDecision: decision.answerDecision,
  undoDecision: decision.undoDecision,
  answerDecisions: decision.answerDecisions,
  getInbox: inbox.getInbox,
  markVisited: inbox.markVisited,
} as const;

export type Routes = typeof routes;
export type RouteId = keyof Routes;

/** Path and method of each route without its schemas: all that a browser needs to call. */
export const API_PREFIX = "/api/v1";
