import { unreachable } from "@squadroom/core/kernel/unreachable";

/** For what harnesses call the hook. */
export const EVENTS = ["start", "before", "after", "stop", "sign"] as const;
export type EventKind = (typeof EVENTS)[number];
export const HOOKED = ["claude", "copilot", "codex", "opencode", "gemini"] as const;
export type Hooked = (typeof HOOKED)[number];

/** An event of any harness. */
export interface HookEvent {
  kind: EventKind;
  /** The harness's own name for the event, if it gives one. */
  name: string | null;
  /** The harness's own name for the conversation. */
  session: string | null;
  cwd: string;
  /** Why it starts: `startup`, `resume`, `compact` … */
  source: string | null;
  /** The turn continues because of an earlier answer to its end. */
  isRepeat: boolean;
  tool: string;
  input: unknown;
  callId: string | null;
  /** Where the conversation's transcript is. */
  transcript: string | null;
  /** The words of a sign. */
  words: string;
  /** The subagent that it is about, or a teammate; `null`: the agent itself. */
  helper: string | null;
  /** The kind of that subagent, or its job. */
  helps: string;
  /** Subagents are still working: when they end, its turn continues by itself. */
  isPaused: boolean;
}

/** A shell command in a skill's text, which runs while the skill loads and is not a tool call. */
export const IN_SKILL = "PreSkillShellCommand";
/** Set up for a client without that event. */
export const BEFORE_SKILLS = "--before-skills";

/** Events by the names that harnesses have for them. */
const NAMES: Record<Told, Record<Exclude<EventKind, "sign">, string>> = {
  claude: { start: "SessionStart", before: "PreToolUse", after: "PostToolUse", stop: "Stop" },
  codex: { start: "SessionStart", before: "PreToolUse", after: "PostToolUse", stop: "Stop" },
  copilot: { start: "sessionStart", before: "preToolUse", after: "postToolUse", stop: "agentStop" },
  gemini: { start: "SessionStart", before: "BeforeTool", after: "AfterTool", stop: "AfterAgent" },
};

type Told = Exclude<Hooked, "opencode">;

/** Events that report a client's state and change nothing about what it does. */
const SIGNS: Record<Told, readonly string[]> = {
  claude: [
    "StopFailure",
    "PermissionRequest",
    "Notification",
    "Elicitation",
    "SessionEnd",
    "ConfigChange",
    "SubagentStart",
    "SubagentStop",
    "TeammateIdle",
    "TaskCreated",
    "TaskCompleted",
  ],
  // It has no event for an error, and ignores names that it doesn't know.
  codex: ["PermissionRequest", "SubagentStart", "SubagentStop", "SessionEnd"],
  copilot: ["errorOccurred", "sessionEnd", "permissionRequest", "subagentStart", "subagentStop"],
  gemini: ["Notification", "SessionEnd"],
};

/** All events for which `connect` has a harness call the hook, by its own names. */
export function eventsOf(harness: Told): [string, EventKind][] {
  const { start, before, after, stop } = NAMES[harness];
  const signs = SIGNS[harness].map((name): [string, EventKind] => [name, "sign"]);
  return [[start, "start"], [before, "before"], [after, "after"], [stop, "stop"], ...signs];
}

/** What the hook answers the harness. */
export type Outcome =
  | { act: "nothing" }
  /** For the model to read. */
  | { act: "tell"; text: string }
  /** The turn does not end: this is next. */
  | { act: "go_on"; text: string }
  /** Nobody else is asked. */
  | { act: "allow" }
  | { act: "deny"; reason: string }
  /** The tool runs with other arguments. */
  | { act: "modify"; input: unknown };

/** Fields have two kinds of names, depending on the harness and on how the hook is set up. */
export function readEvent(kind: EventKind, raw: unknown, cwd: string, name: string | null = null): HookEvent {
  const given = typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>) : {};
  const text = (...names: string[]) =>
    names.map((name) => given[name]).find((value) => typeof value === "string") as string | undefined;
  const input = given.tool_input ?? given.toolArgs;
  return {
    kind,
    name: text("hook_event_name") ?? name,
    session: text("session_id", "sessionId") ?? null,
    cwd: text("cwd") ?? cwd,
    source: text("source") ?? null,
    isRepeat: given.stop_hook_active === true || given.stopHookActive === true,
    tool: text("tool_name", "toolName") ?? "",
    input: typeof input === "string" ? parsed(input) : input,
    callId: text("tool_use_id", "toolUseId") ?? null,
    transcript: text("transcript_path", "transcriptPath") ?? null,
    words: wordsIn(given),
    helper: text("agent_id", "agentId", "teammate_name") ?? null,
    helps: text("agent_type", "agentType", "task_subject")?.slice(0, HELPS_MAX) ?? "",
    isPaused: [given.background_tasks].flat().some(isHelper),
  };
}

const WORDS = [
  "error",
  "error_details",
  "message",
  "reason",
  "notification_type",
  "tool_name",
  "toolName",
  "source",
  "file_path",
];
const WORDS_MAX = 1_000;
const HELPS_MAX = 100;

function wordsIn(given: Record<string, unknown>): string {
  const said = WORDS.map((name) => given[name]).map((one) =>
    typeof one === "object" && one !== null && "message" in one ? one.message : one,
  );
  return said
    .filter((one) => typeof one === "string" && one !== "")
    .join(": ")
    .slice(0, WORDS_MAX);
}

/** A background shell may run forever; these end. */
function isHelper(task: unknown): boolean {
  const { type, status } = (task ?? {}) as { type?: unknown; status?: unknown };
  return (type === "subagent" || type === "workflow") && status !== "completed";
}

/** Whether it says what is about to run: a client may send something unknown to this release. */
export function isReadable({ kind, tool, input }: HookEvent): boolean {
  return kind !== "before" || (tool !== "" && input !== undefined);
}

/**
 * What is printed for an outcome. Codex fails a hook that says more than it knows, and runs the tool; Copilot reads
 * `additionalContext` only at the top level.
 */
export function answerOf(harness: Hooked, event: Answered, outcome: Outcome): string {
  const isFixed = event.name === IN_SKILL && outcome.act === "modify";
  const said = bodyOf(harness, event, isFixed ? inWords(outcome.input) : outcome);
  return said === null ? "" : JSON.stringify(said);
}

type Answered = Pick<HookEvent, "kind" | "name">;

/** Nothing can be changed there: the agent is told what to write instead. */
function inWords(input: unknown): Outcome {
  const { command = input } = (input ?? {}) as { command?: unknown };
  return { act: "deny", reason: `It runs in another form only: ${JSON.stringify(command)}` };
}

function bodyOf(harness: Hooked, { kind, name }: Answered, outcome: Outcome): object | null {
  if (outcome.act === "nothing") return null;
  if (harness === "opencode") return outcome;
  const isFlat = harness === "copilot";
  const hookEventName = name === IN_SKILL || kind === "sign" ? name : NAMES[harness][kind];
  const nested = (more: object) => (isFlat ? more : { hookSpecificOutput: { hookEventName, ...more } });
  switch (outcome.act) {
    case "tell":
      return nested({ additionalContext: outcome.text });
    case "go_on":
      return { decision: "block", reason: outcome.text };
    case "allow":
      // Gemini CLI asks by its own rules whatever a hook allows.
      if (harness === "gemini") return null;
      // Codex accepts "allow" only with other arguments; its own sandbox stays in force.
      return harness === "codex" ? null : nested({ permissionDecision: "allow" });
    case "deny":
      if (harness === "gemini") return { decision: "deny", reason: outcome.reason };
      return nested({ permissionDecision: "deny", permissionDecisionReason: outcome.reason });
    case "modify":
      if (harness === "gemini") return nested({ tool_input: outcome.input });
      return nested({
        permissionDecision: "allow",
        [isFlat ? "modifiedArgs" : "updatedInput"]: outcome.input,
      });
    default:
      return unreachable(outcome);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
