import { join } from "node:path";
import { expect, it } from "vitest";
import { AGENTS_MAX, DEFAULT_LEASE_S } from "../agent/agent.ts";
import { ATTACHMENT_MAX, ATTACHMENTS_MAX, ROOM_ATTACHMENTS_MAX } from "../attachment/attachment.ts";
import { ITEMS_MAX } from "../backlog/item.ts";
import { KNOBS } from "../flow/steps.ts";
import { refusalCodes } from "../kernel/refusal-code.ts";
import { refusalTable } from "../kernel/refusal-table.ts";
import { DEFAULT_TIMEOUT_S } from "../kernel/time-limit.ts";
import { MAIL_MAX, MESSAGE_MAX } from "../message/message.ts";
import { shapeText } from "../reply/describe.ts";
import { REPLY_MAX } from "../reply/parse.ts";
import { SESSIONS_MAX } from "../session/record/session.ts";
import { LIVE_TASKS_MAX, TASKS_TEXT_MAX } from "../task/crowd.ts";
import { LIFTED_MAX } from "../task/limits.ts";
import { MAX_ATTEMPTS, REQUIRES_MAX } from "../task/task.ts";
import { ROLES_MAX } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { TEAM_PRESETS } from "../team/team.ts";
import { WEBHOOKS_MAX } from "../webhook/webhook.ts";
import { routes } from "./routes.ts";
import { shapes } from "./shapes.ts";
import { tools } from "./tools.ts";

/** The server's, for bodies of routes that say nothing else. */
const BODY_BYTES = 1_000_000;

const number = (value: number) => value.toLocaleString("en-US");
const cell = (text: string) => text.replaceAll("|", "\\|");
const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((one) => cell(String(one))).join(" | ")} |`)
    .join("\n");

function codes(): string {
  const rows = refusalCodes.map((code) => {
    const { status, exit, advice } = refusalTable[code];
    return [`\`${code}\``, status, exit, advice];
  });
  return table(["Code", "HTTP", "Exit", "What to do"], rows);
}

function events(): string {
  const rows = Object.entries(shapes.events).map(([type, name]) => [
    `\`${type}\``,
    shapes.types[name]?.description as string,
  ]);
  return table(["Type", "What happened"], rows);
}

function toolTable(): string {
  const rows = tools.map(({ name, description, routeId }) => {
    const { method, path } = routes[routeId];
    return [`\`${name}\``, description, `\`${method} ${path}\``];
  });
  return table(["Tool", "What it does", "Route"], rows);
}

function limits(): string {
  const larger = Object.values(routes).flatMap(({ id, bodyLimit }) =>
    bodyLimit === undefined || bodyLimit === BODY_BYTES ? [] : [[`body of \`${id}\``, `${number(bodyLimit)} bytes`]],
  );
  const { managed, hooked, manual } = DEFAULT_LEASE_S;
  return table(
    ["What", "At most"],
    [
      ["body of a request", `${number(BODY_BYTES)} bytes`],
      ...larger,
      ["`waitS` of a claim", "300 s"],
      ["silence of an agent", `${managed} s managed, ${hooked} s hooked, ${manual} s manual`],
      ["time of a task from its claim", `${number(DEFAULT_TIMEOUT_S)} s unless it says other`],
      ["attempts at a task without a result", MAX_ATTEMPTS],
      ["a message, a handoff's message", `${number(MESSAGE_MAX)} characters`],
      ["a reply to a session", `${number(REPLY_MAX)} characters`],
      ["a file, such as a diff", `${number(ATTACHMENT_MAX)} bytes`],
      ["files of a message", ATTACHMENTS_MAX],
      ["files of a room", `${number(ROOM_ATTACHMENTS_MAX)} bytes`],
      ["live tasks of a room", number(LIVE_TASKS_MAX)],
      ["their texts together", `${number(TASKS_TEXT_MAX)} characters`],
      ["tasks of one call", 100],
      ["tasks that one waits for", REQUIRES_MAX],
      ["patterns allowed beyond a task's boundaries", LIFTED_MAX],
      ["agents of a room", AGENTS_MAX],
      ["unread messages of one agent, critical ones and answers apart", MAIL_MAX],
      ["roles of a team", ROLES_MAX],
      ["items of a backlog", number(ITEMS_MAX)],
      ["sessions that wait or run", SESSIONS_MAX],
      ["webhooks of a room", WEBHOOKS_MAX],
      ["idempotency key", "255 characters, seven days"],
    ],
  );
}

function presets(): string {
  const rows = TEAM_PRESETS.flatMap((preset) => {
    const { roles, entryPoint } = presetTeam(preset);
    return roles.map(({ name, prefix, specialty }) => [
      `\`${preset}\``,
      `\`${name}\`${name === entryPoint ? ", the entry point" : ""}`,
      `\`${prefix}\``,
      specialty,
    ]);
  });
  return table(["Team", "Role", "Prefix", "Its job"], rows);
}

function levels(): string {
  const range = (knob: { min: number; max: number } | null) => (knob ? `${knob.min} to ${knob.max}` : "left out");
  const rows = Object.entries(KNOBS).map(([level, { questions, approaches, sections, depth }]) => [
    `\`${level}\``,
    range(questions),
    range(approaches),
    `${range(sections)}, ${depth}`,
  ]);
  return table(["Level", "Questions", "Approaches", "Sections of the design"], rows);
}

const PAGE = `# Reference

What the other pages refer to, made from the code: \`packages/core/src/contract/reference.test.ts\` fails where it is not
what the server does. Fields of requests and answers are at \`/api/docs\` of the server.

## Refusals

Every refusal is \`{code, message, details, allowed?, advice, requestId}\`; decide by \`code\`. *Exit* is the command's exit
code. Where the advice names a command, agents that call by routes or tools are told those.

${codes()}

## Events

What a room's log, \`listEvents\` and the [live socket](live.md) tell. Each event is \`{type, data, roomId, seq, v, at, actor}\`;
\`/api/asyncapi.json\` has the fields of each \`data\`. Ignore types that you don't know.

${events()}

## Tools

What agents call over [MCP](agents.md#tools-over-mcp), and the route behind each. \`read_more\` returns the next part of an
answer that was too long.

${toolTable()}

## Limits

${limits()}

## Preset teams

${presets()}

A person may be \`owner\`, \`lead\`, \`approver\` or \`viewer\` in a room; each includes the ones after it.

## Levels of a session

What triage decides; a reply with other numbers is sent back with the reason.

${levels()}

## A review

The reply to a task that judges another one, or a session's whole: \`session.reviewOf\` of its delivery names the task.

${shapeText("review").trim()}
`;

it("is what the page says", async () => {
  await expect(PAGE).toMatchFileSnapshot(join(import.meta.dirname, "../../../../docs/reference.md"));
});
