import { expect, test } from "vitest";
import { answerOf, type EventKind, type Hooked, type Outcome, readEvent } from "./shapes.ts";

/** As each harness said it in a run against a scripted model. */
const RECORDED: [Hooked, Parameters<typeof readEvent>[0], object, object][] = [
  [
    "claude",
    "start",
    {
      session_id: "0f3c",
      transcript_path: "/h/.claude/projects/p/0f3c.jsonl",
      cwd: "/p",
      hook_event_name: "SessionStart",
      source: "startup",
    },
    {
      session: "0f3c",
      cwd: "/p",
      source: "startup",
      transcript: "/h/.claude/projects/p/0f3c.jsonl",
    },
  ],
  [
    "claude",
    "before",
    {
      session_id: "0f3c",
      cwd: "/p",
      prompt_id: "1",
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_use_id: "toolu_1",
      tool_input: { command: "ls", description: "List" },
    },
    { tool: "Bash", input: { command: "ls", description: "List" }, callId: "toolu_1" },
  ],
  [
    "claude",
    "before",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "PreSkillShellCommand",
      tool_name: "Bash",
      tool_use_id: "toolu_1:preamble-0",
      command_name: "garden",
      tool_input: { command: "git log -1" },
      invoked_by: "claude",
    },
    {
      name: "PreSkillShellCommand",
      tool: "Bash",
      callId: "toolu_1:preamble-0",
      input: { command: "git log -1" },
    },
  ],
  [
    "claude",
    "stop",
    { session_id: "0f3c", cwd: "/p", hook_event_name: "Stop", stop_hook_active: true },
    { isRepeat: true, tool: "" },
  ],
  [
    "claude",
    "stop",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "Stop",
      stop_hook_active: false,
      background_tasks: [{ id: "a1", type: "subagent", status: "running", agent_type: "Explore" }],
    },
    { isPaused: true, helper: null },
  ],
  [
    "claude",
    "stop",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "Stop",
      stop_hook_active: false,
      background_tasks: [{ id: "b1", type: "shell", status: "running", command: "npm run dev" }],
    },
    { isPaused: false },
  ],
  [
    "copilot",
    "stop",
    { sessionId: "c1", timestamp: 1_795_000_000_000, cwd: "/p", agentId: "explore-1" },
    { helper: "explore-1" },
  ],
  [
    "claude",
    "sign",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "SubagentStart",
      agent_id: "a53f2751aef536e15",
      agent_type: "general-purpose",
    },
    { name: "SubagentStart", helper: "a53f2751aef536e15", helps: "general-purpose" },
  ],
  [
    "claude",
    "sign",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "TaskCreated",
      task_id: "1",
      task_subject: "Weed the beds",
      teammate_name: "gardener",
    },
    { name: "TaskCreated", helper: "gardener", helps: "Weed the beds" },
  ],
  [
    "codex",
    "sign",
    {
      session_id: "9a",
      turn_id: "2",
      cwd: "/p",
      hook_event_name: "SubagentStop",
      model: "m",
      agent_id: "01a2258f",
      agent_type: "default",
    },
    { name: "SubagentStop", helper: "01a2258f", helps: "default" },
  ],
  [
    "copilot",
    "sign",
    {
      sessionId: "c1",
      timestamp: 1_795_000_000_000,
      cwd: "/p",
      agentName: "explore",
      agentId: "efa37214",
      agentType: "explore",
      parentAgentId: "c1",
    },
    { session: "c1", helper: "efa37214", helps: "explore" },
  ],
  [
    "copilot",
    "sign",
    {
      hookName: "permissionRequest",
      sessionId: "c1",
      timestamp: 1_795_000_000_000,
      cwd: "/p",
      toolName: "bash",
      toolInput: { command: "touch x" },
      permissionSuggestions: [],
    },
    { session: "c1", tool: "bash", words: "bash" },
  ],
  [
    "gemini",
    "before",
    {
      session_id: "g1",
      transcript_path: "/h/.gemini/tmp/p/chats/g1.json",
      cwd: "/p",
      hook_event_name: "BeforeTool",
      timestamp: "2026-11-28T19:00:00.000Z",
      tool_name: "run_shell_command",
      tool_input: { command: "ls" },
    },
    { session: "g1", tool: "run_shell_command", input: { command: "ls" }, callId: null },
  ],
  [
    "claude",
    "sign",
    {
      session_id: "0f3c",
      cwd: "/p",
      hook_event_name: "StopFailure",
      error: "rate_limit",
      error_details: "429 until noon",
    },
    { name: "StopFailure", words: "rate_limit: 429 until noon" },
  ],
  [
    "copilot",
    "sign",
    {
      sessionId: "c1",
      timestamp: 1_795_000_000_000,
      cwd: "/p",
      recoverable: false,
      error: { message: "No quota is left.", name: "Error" },
    },
    { session: "c1", words: "No quota is left." },
  ],
  [
    "codex",
    "before",
    {
      session_id: "9a",
      cwd: "/p",
      hook_event_name: "PreToolUse",
      turn_id: "2",
      model: "m",
      tool_name: "Bash",
      tool_input: { command: "touch x" },
      tool_use_id: "call_1",
    },
    { session: "9a", tool: "Bash", input: { command: "touch x" }, callId: "call_1" },
  ],
  [
    "copilot",
    "before",
    {
      sessionId: "c1",
      timestamp: 1_795_000_000_000,
      cwd: "/p",
      toolName: "bash",
      toolArgs: '{"command":"ls"}',
    },
    { session: "c1", cwd: "/p", tool: "bash", input: { command: "ls" }, callId: null },
  ],
  [
    "copilot",
    "start",
    { sessionId: "c1", timestamp: 1_795_000_000_000, cwd: "/p", source: "resume" },
    { session: "c1", source: "resume", isRepeat: false },
  ],
];

test.each(RECORDED)("reads what %s says at %s", (_, kind, raw, wanted) => {
  expect(readEvent(kind, raw, "/elsewhere")).toMatchObject({ kind, ...wanted });
});

test.each([null, 7, "text", [], {}])("whatever is said in place of an event (%j), the folder is known", (raw) => {
  expect(readEvent("stop", raw, "/p")).toEqual({
    kind: "stop",
    name: null,
    session: null,
    cwd: "/p",
    source: null,
    isRepeat: false,
    tool: "",
    input: undefined,
    callId: null,
    transcript: null,
    helper: null,
    words: "",
    helps: "",
    isPaused: false,
  });
});

const saidAt = (...given: Parameters<typeof answerOf>) => {
  const text = answerOf(...given);
  return text === "" ? null : (JSON.parse(text) as unknown);
};
const said = (harness: Hooked, kind: EventKind, outcome: Outcome) => saidAt(harness, { kind, name: null }, outcome);

test.each(["claude", "codex"] as const)("says to %s what it knows, and nothing else", (harness) => {
  expect(said(harness, "start", { act: "tell", text: "Hello" })).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "Hello" },
  });
  expect(said(harness, "after", { act: "tell", text: "Mail" })).toEqual({
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "Mail" },
  });
  expect(said(harness, "stop", { act: "go_on", text: "Next" })).toEqual({
    decision: "block",
    reason: "Next",
  });
  expect(said(harness, "before", { act: "deny", reason: "No." })).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "No.",
    },
  });
  expect(said(harness, "before", { act: "modify", input: { a: 1 } })).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { a: 1 },
    },
  });
  expect(said(harness, "stop", { act: "nothing" })).toBeNull();
});

test("says it to Copilot at the top, where alone it is read", () => {
  expect(said("copilot", "start", { act: "tell", text: "Hello" })).toEqual({
    additionalContext: "Hello",
  });
  expect(said("copilot", "stop", { act: "go_on", text: "Next" })).toEqual({
    decision: "block",
    reason: "Next",
  });
  expect(said("copilot", "before", { act: "deny", reason: "No." })).toEqual({
    permissionDecision: "deny",
    permissionDecisionReason: "No.",
  });
  expect(said("copilot", "before", { act: "modify", input: { a: 1 } })).toEqual({
    permissionDecision: "allow",
    modifiedArgs: { a: 1 },
  });
});

test("a command in a skill runs as it is written or not at all, under its own event's name", () => {
  const inSkill = { kind: "before", name: "PreSkillShellCommand" } as const;
  const denied = (permissionDecisionReason: string) => ({
    hookSpecificOutput: {
      hookEventName: "PreSkillShellCommand",
      permissionDecision: "deny",
      permissionDecisionReason,
    },
  });
  expect(saidAt("claude", inSkill, { act: "deny", reason: "No." })).toEqual(denied("No."));
  const input = { command: "git push origin x" };
  expect(saidAt("claude", inSkill, { act: "modify", input })).toEqual(
    denied('It runs in another form only: "git push origin x"'),
  );
  expect(saidAt("claude", inSkill, { act: "allow" })).toEqual({
    hookSpecificOutput: { hookEventName: "PreSkillShellCommand", permissionDecision: "allow" },
  });
});

test("says to Gemini CLI what it knows, where it reads it", () => {
  expect(said("gemini", "start", { act: "tell", text: "Hello" })).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "Hello" },
  });
  expect(said("gemini", "stop", { act: "go_on", text: "Next" })).toEqual({
    decision: "block",
    reason: "Next",
  });
  expect(said("gemini", "before", { act: "deny", reason: "No." })).toEqual({
    decision: "deny",
    reason: "No.",
  });
  expect(said("gemini", "before", { act: "modify", input: { a: 1 } })).toEqual({
    hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { a: 1 } },
  });
  expect(said("gemini", "before", { act: "allow" })).toBeNull();
});
