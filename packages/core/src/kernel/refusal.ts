import { PATH_REFUSALS } from "./path-refusals.ts";
import type { RefusalCode } from "./refusal-code.ts";
import { SIGN_IN_REFUSALS } from "./sign-in-refusals.ts";
import { TEAM_REFUSALS } from "./team-refusals.ts";

/**
 * The closed table of refusals. On the wire a refusal is always
 * `{code, message, details, allowed?, requestId}`; screens and the CLI branch on `code`.
 *
 * `exit` is the CLI's exit code: 2 the request was wrong, 3 not permitted, 4 the state of the
 * room says no, 5 not found, 6 try again (with the same key), 70 a fault of the server.
 */
export const refusalTable: Record<RefusalCode, { status: number; exit: number; advice: string }> = {
  bad_request: { status: 400, exit: 2, advice: "Fix this and run it again." },
  unknown_field: {
    status: 400,
    exit: 2,
    advice: "Nothing was done. Correct the name, or leave the field out.",
  },
  cursor_invalid: {
    status: 400,
    exit: 2,
    advice:
      "Send `next` of the page before, to the same list. Without a `cursor`, the list begins at its start.",
  },
  invalid_text: {
    status: 400,
    exit: 2,
    advice: "Remove NUL characters and unpaired surrogates; everything else is kept as it is.",
  },
  ...SIGN_IN_REFUSALS,
  ...TEAM_REFUSALS,
  origin_refused: {
    status: 403,
    exit: 3,
    advice:
      "Browsers must call from the server's own address, with `content-type: application/json`.",
  },
  role_not_allowed: {
    status: 403,
    exit: 3,
    advice: "This credential is for other roles. Join as one of them, or create a new credential.",
  },
  not_found: { status: 404, exit: 5, advice: "See /api/docs for what exists." },
  room_unknown: { status: 404, exit: 5, advice: "List your rooms with `squadroom room list`." },
  task_unknown: {
    status: 404,
    exit: 5,
    advice: "List the room's tasks with `squadroom task list`.",
  },
  blocker_unknown: {
    status: 404,
    exit: 5,
    advice: "See the task's blockers with `squadroom task show ID`.",
  },
  runner_unknown: { status: 404, exit: 5, advice: "Start one on the machine with the project." },
  run_unknown: { status: 404, exit: 5, advice: "List the room's runs first." },
  run_state: { status: 409, exit: 4, advice: "Read `allowed`: what the run takes now." },
  branch_unknown: { status: 404, exit: 5, advice: "List the room's branches first." },
  branch_state: { status: 409, exit: 4, advice: "Do what the message says first." },
  message_unknown: {
    status: 404,
    exit: 5,
    advice: "List the queued messages with `squadroom message list`.",
  },
  person_not_asked: { status: 400, exit: 2, advice: "To ask a person: `squadroom ask`." },
  thread_stopped: { status: 409, exit: 4, advice: "The answer reaches you as a message." },
  attachment_unknown: {
    status: 404,
    exit: 5,
    advice: "Store the file again. A file that no message carries is deleted after a day.",
  },
  agent_unknown: { status: 404, exit: 5, advice: "See who is there with `squadroom status`." },
  person_unknown: { status: 404, exit: 5, advice: "Invite the person first." },
  credential_unknown: {
    status: 404,
    exit: 5,
    advice: "List credentials with `squadroom credential list`.",
  },
  webhook_unknown: {
    status: 404,
    exit: 5,
    advice: "List the room's webhooks with `squadroom webhook list`.",
  },
  price_unknown: {
    status: 404,
    exit: 5,
    advice: "List the prices with `squadroom prices list`, and name a model as it stands there.",
  },
  delivery_unknown: {
    status: 404,
    exit: 5,
    advice: "List what was sent with `squadroom webhook deliveries`.",
  },
  webhook_off: { status: 409, exit: 4, advice: "Switch it on first." },
  mail_off: {
    status: 409,
    exit: 4,
    advice: "Ask an admin: they set `SQUADROOM_SMTP_URL` and `SQUADROOM_MAIL_FROM`.",
  },
  mail_refused: {
    status: 422,
    exit: 2,
    advice: "Check the address. If it is right, ask an admin to look at the mail server.",
  },
  mail_code_wrong: { status: 422, exit: 2, advice: "Enter the newest code, or get another." },
  own_role: { status: 409, exit: 4, advice: "Start a run of another role." },
  method_not_allowed: {
    status: 405,
    exit: 2,
    advice: "See /api/docs for the methods of this path.",
  },
  payload_too_large: {
    status: 413,
    exit: 2,
    advice: "Send less at once.",
  },
  unsupported_media: { status: 415, exit: 2, advice: "Send `content-type: application/json`." },
  rate_limited: { status: 429, exit: 6, advice: "Wait that long, then send it again." },
  name_taken: { status: 409, exit: 4, advice: "Choose another name." },
  password_weak: { status: 422, exit: 2, advice: "Use at least 12 characters." },
  password_missing: { status: 409, exit: 4, advice: "Set a password first, in your menu." },
  last_owner: { status: 409, exit: 4, advice: "Make somebody else an owner first." },
  last_admin: { status: 409, exit: 4, advice: "Make somebody else an admin first." },
  not_joined: { status: 409, exit: 4, advice: "Join the room first: `squadroom join`." },
  superseded: {
    status: 409,
    exit: 4,
    advice:
      "Stop this process: another one with the same credential joined later. If that is a newer `squadroom wait` of your own, nothing is lost. Join again only to take over.",
  },
  server_restored: {
    status: 409,
    exit: 4,
    advice:
      "The server does not know this join. Join again (`squadroom join`), then claim. After a restore, the server may not know the task you held.",
  },
  connection_required: {
    status: 409,
    exit: 4,
    advice:
      "Send the connection number from your join as `x-squadroom-connection`, or join again to take over.",
  },
  lease_lost: {
    status: 409,
    exit: 4,
    advice: "Stop working on it and claim again.",
  },
  worker_stopped: { status: 409, exit: 4, advice: "Stop working on this task." },
  no_task: { status: 409, exit: 4, advice: "Claim a task with `squadroom wait`." },
  task_state: {
    status: 409,
    exit: 4,
    advice: "Look at the task: `squadroom task show ID`. See `allowed` for what is possible now.",
  },
  item_unknown: {
    status: 404,
    exit: 5,
    advice: "List the room's items with `squadroom backlog list`.",
  },
  item_state: {
    status: 409,
    exit: 4,
    advice: "See `allowed` for what the item's state permits. All items: `squadroom backlog list`.",
  },
  entry_point_only: {
    status: 403,
    exit: 3,
    advice: "Ask the entry point, or a person, to do it.",
  },
  not_paused: { status: 409, exit: 4, advice: "See the mode with `squadroom backlog mode`." },
  import_invalid: {
    status: 422,
    exit: 2,
    advice: "Nothing was added. Correct the lines that are named.",
  },
  reply_wanted: {
    status: 409,
    exit: 4,
    advice:
      "End it as its delivery says: part of a plan with `squadroom done`, a task that wants a reply with `squadroom done --reply FILE`.",
  },
  ...PATH_REFUSALS,
  session_unknown: {
    status: 404,
    exit: 5,
    advice: "List the room's sessions with `squadroom session list`.",
  },
  gate_state: {
    status: 409,
    exit: 4,
    advice: "See its gates with `squadroom session status ID`.",
  },
  session_state: {
    status: 409,
    exit: 4,
    advice: "See `allowed` for what is possible now. Its state: `squadroom session status ID`.",
  },
  budget_reached: {
    status: 409,
    exit: 4,
    advice:
      "Raise it first: `squadroom session budget ID`, or answer its decision with `squadroom decide`.",
  },
  question_unknown: {
    status: 422,
    exit: 2,
    advice: "Answer the questions that `allowed` names.",
  },
  locked: { status: 409, exit: 4, advice: "Stand in line: `squadroom lock --wait PATTERN`." },
  lock_unknown: { status: 404, exit: 5, advice: "List the room's locks with `squadroom locks`." },
  reason_missing: {
    status: 400,
    exit: 2,
    advice: "Say why: `squadroom unlock LOCK --because TEXT`.",
  },
  wisdom_unknown: {
    status: 404,
    exit: 5,
    advice: "List the entries in force with `squadroom wisdom list`.",
  },
  wisdom_full: {
    status: 409,
    exit: 4,
    advice:
      "Ask a person to withdraw what no longer holds. Without `wisdom`, the call goes through.",
  },
  decision_unknown: {
    status: 404,
    exit: 5,
    advice: "List what is pending with `squadroom decisions`.",
  },
  decision_answered: {
    status: 409,
    exit: 4,
    advice: "List what is pending with `squadroom decisions`.",
  },
  decision_moot: {
    status: 409,
    exit: 4,
    advice: "List what is pending with `squadroom decisions`.",
  },
  decision_changed: {
    status: 409,
    exit: 4,
    advice: "Read it again with `squadroom decisions`, then answer its new version.",
  },
  answer_alone: {
    status: 409,
    exit: 4,
    advice: "Read what it runs with `squadroom decisions`, then answer it by its own id.",
  },
  decision_pending: {
    status: 409,
    exit: 4,
    advice: "Wait for the answer. `squadroom decisions` lists what is pending.",
  },
  option_unknown: { status: 422, exit: 2, advice: "Answer with one of `allowed`." },
  note_required: { status: 422, exit: 2, advice: "Send a `note` with the answer." },
  undo_refused: { status: 409, exit: 4, advice: "Steer the tasks themselves instead." },
  evidence_missing: {
    status: 409,
    exit: 4,
    advice: "Do what is missing, then end the task again.",
  },
  answer_owed: {
    status: 409,
    exit: 4,
    advice:
      "Pass it on to one of `allowed`: `squadroom handoff ROLE --intent INTENT`. If there is none, keep the task and ask a person: `squadroom ask`.",
  },
  target_not_allowed: { status: 409, exit: 4, advice: "Choose one of `allowed`." },
  target_unavailable: {
    status: 409,
    exit: 4,
    advice:
      "Use one of `allowed`. To wait for the role: agents keep the task and ask a person (`squadroom ask`), leads use `--queue-anyway`.",
  },
  dependency_unknown: {
    status: 422,
    exit: 2,
    advice: "Require only tasks of this room, or refs in this call.",
  },
  dependency_cycle: { status: 422, exit: 2, advice: "Leave out one of these dependencies." },
  dependency_cancelled: {
    status: 422,
    exit: 2,
    advice: "Leave it out: a cancelled task never completes.",
  },
  has_dependants: { status: 409, exit: 4, advice: "Cancel the dependants too with `cascade`." },
  limit_reached: {
    status: 409,
    exit: 4,
    advice: "Nothing was done. Make room first: finish, cancel, release or read some.",
  },
  key_invalid: {
    status: 400,
    exit: 2,
    advice: "Send an idempotency key of 1 to 255 visible ASCII characters, without spaces.",
  },
  key_reused: { status: 409, exit: 2, advice: "Use a new idempotency key for a new request." },
  key_expired: {
    status: 410,
    exit: 2,
    advice: "Check the room's state. If you still want the change, send it again with a new key.",
  },
  outcome_unknown: {
    status: 503,
    exit: 6,
    advice: "Send the same request with the same idempotency key again.",
  },
  overloaded: {
    status: 503,
    exit: 6,
    advice: "Nothing was done. Try again in a moment with the same key.",
  },
  unavailable: {
    status: 503,
    exit: 6,
    advice: "The server cannot reach its database. Try again with the same key.",
  },
  room_quarantined: {
    status: 503,
    exit: 70,
    advice: "The room's log has an event that this version cannot read. Upgrade the server.",
  },
  internal: {
    status: 500,
    exit: 70,
    advice: "This is a bug in the server. Its log has the details under the error id.",
  },
};

export interface Refusal {
  code: RefusalCode;
  /** What happened and why, in a sentence. */
  message: string;
  details: Record<string, unknown>;
  /** What is possible instead, where that is a short list. */
  allowed?: Allowed[];
}

/** An id, a name or an operation; or an act with what makes it possible, such as a handoff's target and intent. */
export type Allowed = string | Act;
interface Act {
  action: string;
  to?: string;
  intent?: string;
}

/** As a person reads it: acts with one target together. */
export function allowedTexts(allowed: readonly Allowed[]): string[] {
  const texts = new Map<string, string[]>();
  for (const one of allowed) {
    const { action, to, intent }: Act = typeof one === "string" ? { action: one } : one;
    const name = to ?? action;
    texts.set(name, [...(texts.get(name) ?? []), ...(intent === undefined ? [] : [intent])]);
  }
  return [...texts].map(([name, intents]) =>
    intents.length === 0 ? name : `${name} (${intents.join(", ")})`,
  );
}

export function refusal(
  code: RefusalCode,
  message: string,
  details: Record<string, unknown> = {},
  allowed?: Allowed[],
): Refusal {
  return allowed === undefined ? { code, message, details } : { code, message, details, allowed };
}

/** A refusal on its way through code that can only throw (routes, the client). */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  constructor(
    readonly refusal: Refusal,
    readonly requestId?: string,
    options?: ErrorOptions,
  ) {
    super(refusal.message, options);
  }
  get code(): RefusalCode {
    return this.refusal.code;
  }
}

export function refuse(
  code: RefusalCode,
  message: string,
  details: Record<string, unknown> = {},
  allowed?: Allowed[],
): RefusalError {
  return new RefusalError(refusal(code, message, details, allowed));
}
