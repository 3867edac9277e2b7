import type { Mind, Move, Turn } from "../model/model.ts";
import { byShell } from "./shell.ts";
import type { Said, Step, Work } from "./work.ts";

/** Claude Code shows a model only the names of a server's tools, and fetches what it asks for. */
export const SEARCH = "ToolSearch";
const USED = [
  "show_context",
  "create_tasks",
  "wait_for_task",
  "report_progress",
  "ask_person",
  "hand_off",
  "complete_task",
];
const SELECTED = `select:${USED.map((name) => `mcp__squadroom__${name}`).join(",")}`;

interface Call {
  name: string;
  input: Record<string, unknown>;
  /** Nothing is waited for after it. */
  isLast?: boolean;
}

/** An agent whose tasks come with its turns: what it does about each (`DEV-001`), or about all others of a word (`DEV`). */
export function byTask(works: Readonly<Record<string, readonly Step[]>>): Mind {
  const talks = new Map<string, Mind>();
  const stepsFor = (task: string) => works[task] ?? works[task.replace(/-\d+$/, "")] ?? [];
  return (turn) => {
    const first = turn.prompts.map(taskIn).find((task) => task !== null) ?? "";
    const talk = talks.get(first) ?? byTools(stepsFor, { isHooked: true });
    talks.set(first, talk);
    return talk(turn);
  };
}

/** An agent that does what the room's tools answer; with hooks, it ends its turn instead of waiting. */
export function byTools(work: Work | ((task: string) => readonly Step[]), { isHooked = false } = {}): Mind {
  const deliveries = typeof work === "function" ? [] : [...work];
  const stepsFor =
    typeof work === "function" ? (text: string) => work(taskIn(text) ?? "") : () => deliveries.shift() ?? [];
  let calls: Call[] = [];
  let steps: Step[] = [];
  let seen = 0;
  let read = 0;

  let wanted: Call | null = null;

  return async (turn): Promise<Move> => {
    const isFirst = turn.results.length === seen;
    seen = turn.results.length;
    if (wanted && isThere(turn, wanted)) {
      const found = byTool(turn, wanted);
      wanted = null;
      return found;
    }
    const call = (next: Call): Move => {
      if (isThere(turn, next)) return byTool(turn, next);
      wanted = next;
      return { call: SEARCH, input: { query: SELECTED, max_results: USED.length } };
    };
    const told = turn.prompts.slice(read).join("\n");
    read = turn.prompts.length;
    const text = readable(isFirst ? told : (turn.results.at(-1) ?? ""));
    const delivered = callsIn(text);
    if (delivered.length > 0 && steps.length === 0) {
      calls = delivered;
      steps = [...stepsFor(text)];
    }
    let step = steps.shift();
    for (; step?.act === "think"; step = steps.shift()) await step.until();
    if (step?.act === "hold") return new Promise<never>(() => {});
    if (step?.act === "run") return byShell(turn, step.command);
    if (step?.act === "use") return { call: step.name, input: step.input };
    const isLast = (isHooked || deliveries.length === 0) && steps.length === 0;
    if (step?.act === "call") return call(step);
    if (step) return call({ ...callFor(calls, step), isLast });
    if (isHooked || deliveries.length === 0) return { say: "That was all." };
    const [, first] = /Call the squadroom tool (\w+)/.exec(isFirst ? text : "") ?? [];
    return call({ name: first ?? "wait_for_task", input: {} });
  };
}

/** Some clients show a model the data of an answer instead of its text. */
function readable(text: string): string {
  return text.includes("\n## ") ? text : text.replaceAll("\\n", "\n").replaceAll('\\"', '"');
}

function taskIn(text: string): string | null {
  return /^# ([A-Z]+-\d+): /m.exec(text)?.[1] ?? null;
}

/** What the newest delivery says to call, with the room's own words in place: the expected end first. */
function callsIn(text: string): Call[] {
  const [, ends] = /\n## How to end it\n([\s\S]*?)(?=\n## |$)/.exec(text) ?? [];
  return [...(ends ?? "").matchAll(/^(\w+) (\{.*\})$/gm)].map(([, name = "", input = ""]) => ({
    name,
    input: JSON.parse(input) as Record<string, unknown>,
  }));
}

function callFor(calls: readonly Call[], step: Said): Call {
  const { words } = step;
  const own =
    step.act === "progress"
      ? { action: words }
      : step.act === "ask"
        ? { question: words, options: step.options.map((label) => ({ label })) }
        : null;
  const name = { progress: "report_progress", ask: "ask_person", end: null }[step.act];
  const call = name === null ? calls[0] : calls.find((one) => one.name === name);
  if (!call) throw new Error(`no call is printed for: ${step.act}`);
  return { name: call.name, input: { ...call.input, ...(own ?? endOf(call, words)) } };
}

/** A handoff has a message, what ends a task a result. */
function endOf({ name, input }: Call, words: string): Record<string, unknown> {
  return name === "complete_task" ? { result: { ...(input.result as object), summary: words } } : { message: words };
}

function isThere(turn: Turn, { name }: Call): boolean {
  const isOffered = turn.tools.some((one) => isTool(one.name, name));
  return isOffered || !turn.tools.some((one) => one.name === SEARCH);
}

/** Each client has a name of its own for a tool of a server. */
function isTool(offered: string, name: string): boolean {
  return offered.includes("squadroom") && offered.endsWith(name);
}

function byTool({ tools }: Turn, { name, input, isLast }: Call): Move {
  const tool = tools.find((one) => isTool(one.name, name));
  if (!tool) throw new Error(`no ${name} among: ${tools.map((one) => one.name).join(", ")}`);
  // What ends a task waits for the next one, if nothing else is said.
  const wait = isLast && tool.takes.includes("wait") ? { wait: false } : {};
  return { call: tool.name, input: { ...input, ...wait } };
}
