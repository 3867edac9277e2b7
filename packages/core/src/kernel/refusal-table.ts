import type { RefusalCode } from "./refusal-code.ts";

interface Meaning {
  /** The HTTP status. */
  status: number;
  /** The CLI's exit code. */
  exit: number;
  advice: string;
}

/** Codes of one status and one exit code, each with its advice. */
function refusing<C extends RefusalCode>(status: number, exit: number, advice: Record<C, string>) {
  const codes = Object.entries<string>(advice);
  return Object.fromEntries(codes.map(([code, said]) => [code, { status, exit, advice: said }])) as Record<C, Meaning>;
}

const ANOTHER_LINK = "Ask a lead for another: on the dashboard's Connect, or with `squadroom credential link`.";

/**
 * The closed table of refusals. On the wire a refusal is always
 * `{code, message, details, allowed?, requestId}`; screens and the CLI branch on `code`.
 */
export const refusalTable: Record<RefusalCode, Meaning> = {
  // The request was wrong.
  ...refusing(400, 2, {
    bad_request: "Fix this and run it again.",
    unknown_field: "Nothing was done. Correct the name, or leave the field out.",
    cursor_invalid:
      "Send `next` of the page before, to the same list. Without a `cursor`, the list begins at its start.",
    invalid_text: "Remove NUL characters and unpaired surrogates; everything else is kept as it is.",
    person_not_asked: "To ask a person: `squadroom ask`.",
    reason_missing: "Say why: `squadroom unlock LOCK --because TEXT`.",
    key_invalid: "Send an idempotency key of 1 to 255 visible ASCII characters, without spaces.",
  }),
  ...refusing(405, 2, {
    method_not_allowed: "See /api/docs for the methods of this path.",
  }),
  ...refusing(413, 2, {
    payload_too_large: "Send less at once.",
  }),
  ...refusing(415, 2, {
    unsupported_media: "Send `content-type: application/json`.",
  }),
  ...refusing(422, 2, {
    prefix_unknown: "Use a prefix of the team's roles; `allowed` lists them.",
    pipeline_unknown: "Use a pipeline that the team can start; `allowed` lists them.",
    role_unknown: "Use one of the team's roles.",
    team_invalid: "Correct each problem at its place.",
    mail_refused: "Check the address. If it is right, ask an admin to look at the mail server.",
    mail_code_wrong: "Enter the newest code, or get another.",
    password_weak: "Use at least 12 characters.",
    import_invalid: "Nothing was added. Correct the lines that are named.",
    boundary_invalid: "Correct the patterns: relative to the repository, without `..`.",
    path_invalid:
      "Correct the paths: relative to the project, with `/`, without `..`. Leave out files that are elsewhere.",
    diff_unreadable:
      "Make the diff again, and send all of it: `git diff --no-color --no-ext-diff --no-textconv --no-relative --src-prefix=a/ --dst-prefix=b/ --submodule=short`.",
    question_unknown: "Answer the questions that `allowed` names.",
    option_unknown: "Answer with one of `allowed`.",
    note_required: "Send a `note` with the answer.",
    dependency_unknown: "Require only tasks of this room, or refs in this call.",
    dependency_cycle: "Leave out one of these dependencies.",
    dependency_cancelled: "Leave it out: a cancelled task never completes.",
  }),
  ...refusing(409, 2, {
    key_reused: "Use a new idempotency key for a new request.",
  }),
  ...refusing(410, 2, {
    key_expired: "Check the room's state. If you still want the change, send it again with a new key.",
  }),
  // It is not permitted.
  ...refusing(401, 3, {
    unauthorized: "Send a valid credential: `Authorization: Bearer <token>`, or sign in again.",
    sign_in_failed: "Check name and password, or ask for a link.",
    oidc_failed: "Begin the sign-in again, in one window.",
  }),
  ...refusing(403, 3, {
    oidc_unknown: "Ask an admin for an invitation; open it first.",
    forbidden: "Agents: ask a person to do it. People: ask an owner of the room for access.",
    origin_refused: "Browsers must call from the server's own address, with `content-type: application/json`.",
    role_not_allowed: "This credential is for other roles. Join as one of them, or create a new credential.",
    entry_point_only: "Ask the entry point, or a person, to do it.",
  }),
  ...refusing(404, 3, {
    link_unknown: "Create a new link with `squadroom signin`.",
    connect_link_unknown: `Copy the whole link again. ${ANOTHER_LINK}`,
  }),
  ...refusing(410, 3, {
    link_used: "Create a new link with `squadroom signin`.",
    link_expired: "Create a new link with `squadroom signin`.",
    connect_link_used: ANOTHER_LINK,
    connect_link_expired: ANOTHER_LINK,
  }),
  // The state of the room says no.
  ...refusing(409, 4, {
    oidc_taken: "Disconnect the other account in its own menu.",
    spec_broken: "A lead fixes the role's spec, in Settings → Team and roles. Wait for that.",
    team_changed: "Read the team again and send your change with its current version.",
    role_gone:
      "Stop, and join again as one of `allowed`: `squadroom join --role ROLE`. If there is none, ask a lead for a credential for one of the team's roles.",
    run_state: "Read `allowed`: what the run takes now.",
    branch_state: "Do what the message says first.",
    thread_stopped: "The answer reaches you as a message.",
    webhook_off: "Switch it on first.",
    mail_off: "Ask an admin: they set `SQUADROOM_SMTP_URL` and `SQUADROOM_MAIL_FROM`.",
    own_role: "Start a run of another role.",
    name_taken: "Choose another name.",
    password_missing: "Set a password first, in your menu.",
    last_owner: "Make somebody else an owner first.",
    last_admin: "Make somebody else an admin first.",
    not_joined: "Join the room first: `squadroom join`.",
    superseded:
      "Stop this process: another one with the same credential joined later. If that is a newer `squadroom wait` of your own, nothing is lost. Join again only to take over.",
    server_restored:
      "The server does not know this join. Join again (`squadroom join`), then claim. After a restore, the server may not know the task you held.",
    connection_required:
      "Send the connection number from your join as `x-squadroom-connection`, or join again to take over.",
    lease_lost: "Stop working on it and claim again.",
    worker_stopped: "Stop working on this task.",
    no_task: "Claim a task with `squadroom wait`.",
    task_state: "Look at the task: `squadroom task show ID`. See `allowed` for what is possible now.",
    item_state: "See `allowed` for what the item's state permits. All items: `squadroom backlog list`.",
    not_paused: "See the mode with `squadroom backlog mode`.",
    reply_wanted:
      "End it as its delivery says: part of a plan with `squadroom done`, a task that wants a reply with `squadroom done --reply FILE`.",
    outside_boundaries:
      "Stay inside the boundaries, and undo what you changed outside them. Or keep the task and ask a person to allow more: `squadroom ask --outside PATH`.",
    gate_state: "See its gates with `squadroom session status ID`.",
    session_state: "See `allowed` for what is possible now. Its state: `squadroom session status ID`.",
    budget_reached: "Raise it first: `squadroom session budget ID`, or answer its decision with `squadroom decide`.",
    locked: "Stand in line: `squadroom lock --wait PATTERN`.",
    wisdom_full: "Ask a person to withdraw what no longer holds. Without `wisdom`, the call goes through.",
    decision_answered: "List what is pending with `squadroom decisions`.",
    decision_moot: "List what is pending with `squadroom decisions`.",
    decision_changed: "Read it again with `squadroom decisions`, then answer its new version.",
    answer_alone: "Read what it runs with `squadroom decisions`, then answer it by its own id.",
    decision_pending: "Wait for the answer. `squadroom decisions` lists what is pending.",
    undo_refused: "Steer the tasks themselves instead.",
    evidence_missing: "Do what is missing, then end the task again.",
    answer_owed:
      "Pass it on to one of `allowed`: `squadroom handoff ROLE --intent INTENT`. If there is none, keep the task and ask a person: `squadroom ask`.",
    target_not_allowed: "Choose one of `allowed`.",
    target_unavailable:
      "Use one of `allowed`. To wait for the role: agents keep the task and ask a person (`squadroom ask`), leads use `--queue-anyway`.",
    has_dependants: "Cancel the dependants too with `cascade`.",
    limit_reached: "Nothing was done. Make room first: finish, cancel, release or read some.",
  }),
  // It was not found.
  ...refusing(404, 5, {
    not_found: "See /api/docs for what exists.",
    room_unknown: "List your rooms with `squadroom room list`.",
    task_unknown: "List the room's tasks with `squadroom task list`.",
    blocker_unknown: "See the task's blockers with `squadroom task show ID`.",
    runner_unknown: "Start one on the machine with the project.",
    run_unknown: "List the room's runs first.",
    branch_unknown: "List the room's branches first.",
    message_unknown: "List the queued messages with `squadroom message list`.",
    attachment_unknown: "Store the file again. A file that no message carries is deleted after a day.",
    agent_unknown: "See who is there with `squadroom status`.",
    person_unknown: "Invite the person first.",
    credential_unknown: "List credentials with `squadroom credential list`.",
    webhook_unknown: "List the room's webhooks with `squadroom webhook list`.",
    price_unknown: "List the prices with `squadroom prices list`, and name a model as it stands there.",
    delivery_unknown: "List what was sent with `squadroom webhook deliveries`.",
    item_unknown: "List the room's items with `squadroom backlog list`.",
    session_unknown: "List the room's sessions with `squadroom session list`.",
    lock_unknown: "List the room's locks with `squadroom locks`.",
    wisdom_unknown: "List the entries in force with `squadroom wisdom list`.",
    decision_unknown: "List what is pending with `squadroom decisions`.",
  }),
  // Try again, with the same key.
  ...refusing(429, 6, {
    rate_limited: "Wait that long, then send it again.",
  }),
  ...refusing(503, 6, {
    oidc_unavailable: "Try later, or use a password or a link.",
    outcome_unknown: "Send the same request with the same idempotency key again.",
    overloaded: "Nothing was done. Try again in a moment with the same key.",
    unavailable: "The server cannot reach its database. Try again with the same key.",
  }),
  // A fault of the server.
  ...refusing(500, 70, {
    internal: "This is a bug in the server. Its log has the details under the error id.",
  }),
  ...refusing(503, 70, {
    room_quarantined: "The room's log has an event that this version cannot read. Upgrade the server.",
  }),
};
