import { type End, isWork } from "../handoff/ends.ts";
import type { HeldTask } from "../task/task.ts";
import { endCommand, PLACEHOLDERS } from "./commands.ts";

/** Routes below the room's address, which the first prompt says. */
const TASK = "POST …/tasks/TASK";

/**
 * What stands in code spans of the prompts, and the route that does the same. Nothing in a span of others' text
 * can look like one: theirs have a character that markdown would read, and no command has.
 */
const SPANS: readonly [RegExp, string][] = [
  [/^(squadroom )?wait$/, "POST …/claims"],
  [/^squadroom join( --role \w+)?$/, "POST …/agents"],
  [/^squadroom context$/, "GET …/agents/me/context"],
  [/^squadroom context --task$/, "GET …/agents/me/context?text=whole"],
  [/^squadroom status$/, "GET …?events=0"],
  [/^squadroom room list$/, "GET /api/v1/rooms"],
  [/^squadroom signin$/, "POST /api/v1/sign-in-links"],
  [/^squadroom task list$/, "GET …/tasks"],
  [/^squadroom task show ([\w-]+)$/, "GET …/tasks/$1"],
  [/^squadroom task show ([\w-]+(?: [\w-]+)+)$/, "GET …/tasks/ID ($1)"],
  [/^squadroom handoff ROLE --intent INTENT$/, "POST …/handoffs"],
  [/^squadroom done$/, `${TASK}/completion`],
  [/^squadroom done --reply FILE$/, `${TASK}/completion with reply`],
  [/^squadroom message list$/, "GET …/queue"],
  [/^squadroom credential list$/, "GET …/credentials"],
  [/^squadroom webhook list$/, "GET …/webhooks"],
  [/^squadroom webhook deliveries$/, "GET …/webhooks/ID/deliveries"],
  [/^squadroom decisions$/, "GET …/decisions"],
  [/^squadroom decide$/, "POST …/decisions/ID/answer"],
  [/^squadroom session list$/, "GET …/sessions"],
  [/^squadroom session status ID$/, "GET …/sessions/ID/status"],
  [/^squadroom session budget ID$/, "PUT …/sessions/ID/budget"],
  [/^squadroom backlog mode$/, "GET …/backlog"],
  [/^squadroom attachment ([\w-]+)( --out -)?$/, "GET …/attachments/$1"],
  [/^squadroom session show (\d+)( --step \w+)?( --section [\w.-]+)?$/, "GET …/sessions/$1"],
  [
    /^squadroom session show (\d+) --step (\w+) --version (\d+)$/,
    "GET …/sessions/$1/proposals/$2/$3",
  ],
  [/^squadroom message show ([\w-]+)$/, "GET …/messages/$1"],
  [/^squadroom scout show.*$/, "GET …/scouts"],
  [/^squadroom backlog list$/, "GET …/backlog"],
  [/^squadroom backlog show (\d+)$/, "GET …/backlog/$1"],
  [/^squadroom backlog finish (\d+).*$/, "POST …/backlog/$1/finish"],
  [/^(?:squadroom )?backlog add.*$/, "POST …/backlog"],
  [/^(?:squadroom )?backlog (pick|defer|put-back) ID.*$/, "POST …/backlog/ID/$1"],
  [/^squadroom send \w+$/, "POST …/messages"],
  [/^squadroom ask$/, `${TASK}/interventions`],
  [/^squadroom ask --outside PATH$/, `${TASK}/interventions with outside`],
  [/^--queue-anyway$/, "queueAnyway"],
  [/^squadroom progress$/, `${TASK}/progress`],
  [/^done$/, `${TASK}/completion`],
  [/^fail$/, `${TASK}/failure`],
  [/^handoff$/, "POST …/handoffs"],
  [/^--met 1$/, "result.criteria"],
  [/^--diff changes\.diff$/, "result.diff"],
  [/^--check (.*)$/, "result.checks: $1"],
  [/^--reply \S+$/, "reply"],
];

/** The same text for an agent that calls routes: its spans of commands are routes. Fenced text stays as it is. */
export function inRoutes(text: string): string {
  let fence = 0;
  return text
    .split("\n")
    .map((line) => {
      const run = /^(`{3,})([^`]*)$/.exec(line);
      const length = run?.[1]?.length ?? 0;
      if (fence === 0 && length > 0) fence = length;
      else if (fence > 0 && length >= fence && run?.[2]?.trim() === "") fence = 0;
      else if (fence === 0) return line.replace(CODE_SPAN, routeOf);
      return line;
    })
    .join("\n");
}

/** A run of backticks, and what stands in front of the next run of as many. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

function routeOf(span: string, ticks: string, command: string): string {
  if (ticks.length > 1) return span;
  const known = SPANS.find(([pattern]) => pattern.test(command));
  return known ? `\`${command.replace(known[0], known[1])}\`` : span;
}

/** An end of a task as a request: what is sent where, under which of the delivery's keys. */
export function endRequest(
  end: End,
  { id, lease, successCriteria }: Pick<HeldTask, "id" | "lease" | "successCriteria">,
): { route: string; body: Record<string, unknown> } {
  const { fence } = lease;
  const { text } = endCommand(end, 0);
  const criteria = successCriteria.map((_, i) => ({ criterion: i + 1, met: true }));
  const met = criteria.length > 0 ? { criteria } : {};
  if (end.action === "failTask")
    return { route: `POST …/tasks/${id}/failure`, body: { fence, reason: text } };
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
      : { fence, result: { summary: text, ...(effect === "remarks" ? {} : met) } },
  };
}
