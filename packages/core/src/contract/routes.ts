import * as agent from "../agent/contract.ts";
import * as attachment from "../attachment/contract.ts";
import * as audit from "../audit/contract.ts";
import * as backlog from "../backlog/contract.ts";
import * as credential from "../credential/contract.ts";
import * as decision from "../decision/contract.ts";
import * as handoff from "../handoff/contract.ts";
import * as history from "../history/contract.ts";
import * as inbox from "../inbox/contract.ts";
import * as message from "../message/contract.ts";
import * as people from "../people/contract.ts";
import * as replay from "../replay/contract.ts";
import * as room from "../room/contract.ts";
import * as scout from "../scout/contract.ts";
import * as search from "../search/contract.ts";
import * as session from "../session/contract.ts";
import * as gate from "../session/gate-contract.ts";
import * as task from "../task/contract.ts";
import * as team from "../team/contract.ts";
import * as usage from "../usage/contract.ts";
import * as webhook from "../webhook/contract.ts";

/** Every route of the API: the server mounts them all, the client and the documents come from them. */
export const routes = {
  getMe: people.getMe,
  lookAtLink: people.lookAtLink,
  getCommand: people.getCommand,
  signIn: people.signIn,
  signOut: people.signOut,
  setPassword: people.setPassword,
  makeLink: people.makeLink,
  declareRestored: history.declareRestored,
  listPeople: people.listPeople,
  invitePerson: people.invitePerson,
  listRoomPeople: people.listRoomPeople,
  setAdmin: people.setAdmin,
  setActive: people.setActive,
  endSignIns: people.endSignIns,
  signOutElsewhere: people.signOutElsewhere,
  addRoomPerson: people.addRoomPerson,
  setRoomPerson: people.setRoomPerson,
  removeRoomPerson: people.removeRoomPerson,
  createCredential: credential.createCredential,
  listCredentials: credential.listCredentials,
  revokeCredential: credential.revokeCredential,
  listRooms: room.listRooms,
  createRoom: room.createRoom,
  getRoom: room.getRoom,
  removeRoom: room.removeRoom,
  setRoomOptions: room.setRoomOptions,
  startDemo: room.startDemo,
  listEvents: room.listEvents,
  getReadiness: room.getReadiness,
  verifyRoom: room.verifyRoom,
  getTeam: team.getTeam,
  previewTeam: team.previewTeam,
  changeTeam: team.changeTeam,
  listAudit: audit.listAudit,
  listServerAudit: audit.listServerAudit,
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
  putBackTask: task.putBackTask,
  retryTask: task.retryTask,
  moveTaskToFront: task.moveTaskToFront,
  allowPaths: task.allowPaths,
  handOff: handoff.handOff,
  handOn: handoff.handOn,
  addAttachment: attachment.addAttachment,
  getAttachment: attachment.getAttachment,
  sendMessage: message.sendMessage,
  listMessages: message.listMessages,
  getMessage: message.getMessage,
  editMessage: message.editMessage,
  withdrawMessage: message.withdrawMessage,
  moveMessageToFront: message.moveMessageToFront,
  listQueue: message.listQueue,
  getReplayBase: replay.getReplayBase,
  getReplayOutline: replay.getReplayOutline,
  askIntervention: decision.askIntervention,
  listDecisions: decision.listDecisions,
  answerDecision: decision.answerDecision,
  undoDecision: decision.undoDecision,
  answerDecisions: decision.answerDecisions,
  listBacklog: backlog.listBacklog,
  getItem: backlog.getItem,
  addItems: backlog.addItems,
  editItem: backlog.editItem,
  moveItem: backlog.moveItem,
  pickItem: backlog.pickItem,
  deferItem: backlog.deferItem,
  finishItem: backlog.finishItem,
  putBackItem: backlog.putBackItem,
  closeItem: backlog.closeItem,
  dropItem: backlog.dropItem,
  reopenItem: backlog.reopenItem,
  importBacklog: backlog.importBacklog,
  exportBacklog: backlog.exportBacklog,
  setMode: backlog.setMode,
  resumeClearing: backlog.resumeClearing,
  listSessions: session.listSessions,
  getSession: session.getSession,
  getProposal: session.getProposal,
  createSession: session.createSession,
  editSession: session.editSession,
  moveSession: session.moveSession,
  answerQuestions: session.answerQuestions,
  pauseSession: session.pauseSession,
  resumeSession: session.resumeSession,
  startSession: session.startSession,
  setBudget: session.setBudget,
  stopSession: session.stopSession,
  renewScout: session.renewScout,
  listScouts: scout.listScouts,
  saveScout: scout.saveScout,
  getSessionStatus: gate.getSessionStatus,
  overrideGate: gate.overrideGate,
  setGatePreset: gate.setGatePreset,
  getInbox: inbox.getInbox,
  listNeedsYou: inbox.listNeedsYou,
  listWorking: inbox.listWorking,
  listDecided: inbox.listDecided,
  markVisited: inbox.markVisited,
  listUsage: usage.listUsage,
  search: search.search,
  listUnread: inbox.listUnread,
  markLooked: inbox.markLooked,
  snooze: inbox.snooze,
  wake: inbox.wake,
  listTakers: inbox.listTakers,
  handOver: inbox.handOver,
  listWebhooks: webhook.listWebhooks,
  createWebhook: webhook.createWebhook,
  updateWebhook: webhook.updateWebhook,
  removeWebhook: webhook.removeWebhook,
  testWebhook: webhook.testWebhook,
  listWebhookDeliveries: webhook.listWebhookDeliveries,
  redeliverWebhook: webhook.redeliverWebhook,
} as const;

export type Routes = typeof routes;
export type RouteId = keyof Routes;

/** Path and method of each route without its schemas: all that a browser needs to call. */
export const API_PREFIX = "/api/v1";
