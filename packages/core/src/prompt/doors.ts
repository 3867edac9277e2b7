import type { Door } from "../agent/agent.ts";
import { type End, isWork } from "../handoff/ends.ts";
import type { HeldTask } from "../task/task.ts";
import { endCommand, PLACEHOLDERS } from "./commands.ts";

/** What the team should know, as a field of the call that ends a task. */
const KNOWN = 'wisdom:[{"kind":"learning","text":"…"}]';

/** Which files of an earlier attempt's are there, in the same call. */
const FOUND = 'found:{"files":[{"path":"…","hash":"sha-256, whole, or null"}]}';

/** Routes below the room's address, which the first prompt gives. */
const TASK = "POST …/tasks/TASK";

/** A check in the form of a body. */
const CHECK = 'result.checks: {"name": "$1", "passed": true}';
const CHECK_VALUE = 'result.checks: {"name": "$1", "passed": true, "value": $2}';

/**
 * What is in code spans of the prompts, and the route and the tool that do the same. No span in others' text can look
 * like one: theirs have a character that markdown would interpret, and no command has.
 */
const SPANS: readonly [command: RegExp, route: string, tool: string][] = [
  [/^(squadroom )?wait$/, "POST …/claims", "wait_for_task"],
  [/^squadroom join( --role \w+)?$/, "POST …/agents", "join_room"],
  [/^squadroom context$/, "GET …/agents/me/context", "show_context"],
  [/^squadroom context --(task|whole)$/, "GET …/agents/me/context?text=whole", 'show_context {"text":"whole"}'],
  [/^squadroom context --session (\d+)$/, "GET …/sessions/$1/context", 'show_context {"session":$1}'],
  [/^squadroom status$/, "GET …?events=0", "show_team"],
  [/^squadroom room list$/, "GET /api/v1/rooms", "show_team"],
  [/^squadroom signin$/, "POST /api/v1/sign-in-links", "ask_person"],
  [/^squadroom task list$/, "GET …/tasks", "list_tasks"],
  [/^squadroom task show ([\w-]+)$/, "GET …/tasks/$1", 'show_task {"taskId":"$1"}'],
  [/^squadroom task show ([\w-]+(?: [\w-]+)+)$/, "GET …/tasks/ID ($1)", "show_task ($1)"],
  [
    /^squadroom task close-blocker ([\w-]+) (\d+) NOTE$/,
    "POST …/tasks/$1/blockers/$2/close with note",
    'close_blocker {"taskId":"$1","blocker":$2} with note',
  ],
  [/^squadroom handoff ROLE --intent INTENT$/, "POST …/handoffs", "hand_off"],
  [/^squadroom done$/, `${TASK}/completion`, "complete_task"],
  [/^squadroom done --resume$/, `${TASK}/completion with ${FOUND}`, `complete_task with ${FOUND}`],
  [/^squadroom done --reply FILE$/, `${TASK}/completion with reply`, "complete_task with reply"],
  [/^squadroom fanout start.*$/, `${TASK}/fanout`, "fan_out"],
  [/^squadroom fanout retry ID$/, `${TASK}/branch/retry`, "retry_branch"],
  [/^squadroom lock --wait PATTERN$/, "POST …/locks with wait", "lock_paths with wait"],
  [/^squadroom unlock LOCK --because TEXT$/, "POST …/locks/LOCK/release with reason", "unlock_paths with reason"],
  [/^squadroom locks$/, "GET …/locks", "list_locks"],
  [/^squadroom wisdom list$/, "GET …/wisdom", "list_wisdom"],
  [/^squadroom message list$/, "GET …/queue", "list_queue"],
  [/^squadroom credential list$/, "GET …/credentials", "show_team"],
  [/^squadroom credential link$/, "POST …/credentials/ID/links", "ask_person"],
  [/^squadroom webhook list$/, "GET …/webhooks", "ask_person"],
  [/^squadroom webhook deliveries$/, "GET …/webhooks/ID/deliveries", "ask_person"],
  [/^squadroom prices list$/, "GET …/prices", "ask_person"],
  [/^squadroom decisions$/, "GET …/decisions", "list_decisions"],
  [/^squadroom decide$/, "POST …/decisions/ID/answer", "ask_person"],
  [/^squadroom session list$/, "GET …/sessions", "list_sessions"],
  [
    /^squadroom session add TITLE --pipeline NAME --description TEXT$/,
    "POST …/sessions with title, pipeline and description",
    "create_session with title, pipeline and description",
  ],
  [/^squadroom dispatch (\d+).*$/, "POST …/sessions/$1/dispatch", 'dispatch_tasks {"sessionId":$1}'],
  [/^squadroom dispatch SESSION$/, "POST …/sessions/SESSION/dispatch", "dispatch_tasks"],
  [
    /^squadroom session revise SESSION TASK --note TEXT( \[--dry-run\])?$/,
    "POST …/sessions/SESSION/revision with taskIds, note and dryRun",
    "ask_person",
  ],
  [/^--in-order$/, "inOrder", "inOrder"],
  [/^squadroom session status ID$/, "GET …/sessions/ID/status", "show_session"],
  [/^squadroom session budget ID$/, "PUT …/sessions/ID/budget", "ask_person"],
  [/^squadroom backlog mode$/, "GET …/backlog", "list_backlog"],
  [/^squadroom attachment ([\w-]+)( --out -)?$/, "GET …/attachments/$1", 'read_attachment {"attachment":"$1"}'],
  [
    /^squadroom session show (\d+)( --step \w+)?( --section [\w.-]+)?( --round [\w-]+)?$/,
    "GET …/sessions/$1",
    'show_session {"sessionId":$1}',
  ],
  [
    /^squadroom session show SESSION --round ROUND$/,
    "GET …/sessions/SESSION, under discussions,",
    "show_session, under discussions,",
  ],
  [
    /^squadroom session show (\d+) --step (\w+) --version (\d+)$/,
    "GET …/sessions/$1/proposals/$2/$3",
    'show_proposal {"sessionId":$1,"step":"$2","version":$3}',
  ],
  [/^squadroom message show ([\w-]+)$/, "GET …/messages/$1", 'show_message {"message":"$1"}'],
  [/^squadroom scout save --reply FILE$/, "POST …/scouts with reply", "save_scout with reply"],
  [/^squadroom scout show.*$/, "GET …/scouts", "list_scouts"],
  [/^squadroom backlog list$/, "GET …/backlog", "list_backlog"],
  [/^squadroom backlog show (\d+)$/, "GET …/backlog/$1", 'show_item {"item":$1}'],
  [/^squadroom backlog finish (\d+).*$/, "POST …/backlog/$1/finish", 'finish_item {"item":$1}'],
  [/^(?:squadroom )?backlog add.*$/, "POST …/backlog", "add_items"],
  [/^(?:squadroom )?backlog put-back ID.*$/, "POST …/backlog/ID/put-back", "put_back_item"],
  [/^(?:squadroom )?backlog (pick|defer) ID.*$/, "POST …/backlog/ID/$1", "$1_item"],
  [/^squadroom send --reply-to ([\w-]+)$/, "POST …/messages with repliesTo $1", 'send_message {"repliesTo":"$1"}'],
  [/^squadroom send --wait$/, "POST …/messages with waits", "send_message with waits"],
  [/^squadroom send \w+$/, "POST …/messages", "send_message"],
  [/^squadroom error MESSAGE --tried FIX$/, `${TASK}/errors with attemptedFixes`, "report_error with attemptedFixes"],
  [
    /^squadroom progress --blocker TEXT --needs ROLE$/,
    `${TASK}/progress with blockers`,
    "report_progress with blockers",
  ],
  [/^squadroom progress --subagent NAME$/, `${TASK}/progress with subagent`, "report_progress with subagent"],
  [/^--failed WHY$/, "failed", "failed"],
  [/^squadroom log TYPE SUMMARY$/, "POST …/messages with log", "send_message with log"],
  [/^squadroom progress$/, `${TASK}/progress`, "report_progress"],
  [/^squadroom ask$/, `${TASK}/interventions`, "ask_person"],
  [/^squadroom ask --outside PATH$/, `${TASK}/interventions with outside`, "ask_person with outside"],
  [/^--queue-anyway$/, "queueAnyway", "queueAnyway"],
  [/^done$/, `${TASK}/completion`, "complete_task"],
  [/^fail$/, `${TASK}/failure`, "fail_task"],
  [/^handoff$/, "POST …/handoffs", "hand_off"],
  [/^--wisdom 'learning: …'$/, KNOWN, KNOWN],
  [/^--met 1$/, "result.criteria", "result.criteria"],
  [/^--diff changes\.diff$/, "result.diff", "result.diff"],
  [/^--verdict$/, "result.verdict", "result.verdict"],
  [/^--verdict failed$/, 'result.verdict: "failed"', 'result.verdict: "failed"'],
  [/^--check (\w+):passing$/, CHECK, CHECK],
  [/^--check (\w+):passing:(\w+)%?$/, CHECK_VALUE, CHECK_VALUE],
  [/^--reply \S+$/, "reply", "reply"],
];

/**
 * The same text for an agent that calls routes: its spans of commands become routes, and what a command prints they
 * return. Fenced text stays as it is.
 */
export function inRoutes(text: string): string {
  return spansIn(text, ([, route]) => route);
}

/** The same for an agent that calls tools. */
export function inTools(text: string): string {
  // What follows a tool's name is no part of it: `send_message` with `waits`.
  return spansIn(text, ([, , tool]) => tool.replace(" with ", "` with `"));
}

/** The same text in the words of this door; without a door, those of the command. */
export function inWordsOf(door: Door | undefined, text: string): string {
  if (door === "print") return withoutCalls(text);
  if (door === "rest") return inRoutes(text);
  return door === "mcp" ? inTools(text) : text;
}

/** For an agent that can call nothing: lines that say what to call are left out. */
function withoutCalls(text: string): string {
  return spansIn(text, () => LEFT_OUT)
    .split("\n")
    .filter((line) => !line.includes(LEFT_OUT))
    .join("\n")
    .replace(/^#{2,} .*\n+(?=#{1,2} |$(?![\s\S]))/gm, "");
}

/** In nobody's text: stored texts never contain it. */
const LEFT_OUT = "\0";

function spansIn(text: string, wordsOf: (span: (typeof SPANS)[number]) => string): string {
  let fence = 0;
  return text
    .split("\n")
    .map((line) => {
      if (!line.includes("`")) return line;
      const run = /^(`{3,})([^`]*)$/.exec(line);
      const length = run?.[1]?.length ?? 0;
      if (fence === 0 && length > 0) fence = length;
      else if (fence > 0 && length >= fence && run?.[2]?.trim() === "") fence = 0;
      else if (fence === 0)
        return line.replace(CODE_SPAN, (span: string, ticks: string, command: string, prints = "") => {
          const known = ticks.length > 1 ? undefined : SPANS.find(([one]) => one.test(command));
          if (!known) return span;
          const does = prints && " returns";
          return `\`${command.replace(known[0], wordsOf(known))}\`${does}`;
        });
      return line;
    })
    .join("\n");
}

/** A run of backticks, what comes before the next run of the same length, and whether that prints something. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)( prints\b)?/g;

/** An end of a task as a request: what is sent where, under which of the delivery's keys. */
export function endRequest(
  end: End,
  { id, lease, successCriteria }: Pick<HeldTask, "id" | "lease" | "successCriteria">,
  judges = false,
): { route: string; body: Record<string, unknown> } {
  const { fence } = lease;
  const { text } = endCommand(end, 0);
  const criteria = successCriteria.map((_, i) => ({ criterion: i + 1, met: true }));
  const met = criteria.length > 0 ? { criteria } : {};
  if (end.action === "failTask") return { route: `POST …/tasks/${id}/failure`, body: { fence, reason: text } };
  if (end.action === "handOff") {
    const { to, intent } = end;
    const result = isWork(intent) && criteria.length > 0 ? { result: met } : {};
    return {
      route: "POST …/handoffs",
      body: { taskId: id, fence, to, intent, message: text, ...result },
    };
  }
  const { effect } = end;
  const isReply = effect === "presents" || effect === "judges";
  return {
    route: `POST …/tasks/${id}/completion`,
    body: isReply
      ? { fence, result: { summary: PLACEHOLDERS.inALine }, reply: text }
      : {
          fence,
          result: {
            ...(judges ? { verdict: PLACEHOLDERS.verdict } : {}),
            summary: text,
            ...(effect === "remarks" ? {} : met),
          },
        },
  };
}

const TOOL_OF = {
  handOff: "hand_off",
  completeTask: "complete_task",
  failTask: "fail_task",
} as const satisfies Record<End["action"], string>;

/** An end of a task for a door that takes fields: a request, or a tool call. */
export function endCall(
  door: "rest" | "mcp",
  end: End,
  task: Parameters<typeof endRequest>[1],
  judges = false,
): string {
  const { route, body } = endRequest(end, task, judges);
  if (door === "rest") return `${route}\n${JSON.stringify(body)}`;
  // The server knows the caller's fence.
  const { fence: _, ...said } = body;
  return `${TOOL_OF[end.action]} ${JSON.stringify({ taskId: task.id, ...said })}`;
}
