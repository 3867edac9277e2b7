import type { Move, Turn } from "../model/model.ts";

const SHELLS = ["exec_command", "Bash", "bash", "run_shell_command"];
/** By themselves, Claude's and opencode's end a command after 120 s, and Copilot's puts it aside after 30 s. */
const LIMIT_MS = 180_000;
/** Codex puts a command aside after 30 s at most, and polls it for 300 s. */
const ASIDE_MS = 30_000;
const POLL_MS = 300_000;

/** A command by whatever shell the client offers. */
export function byShell({ tools }: Turn, command: string): Move {
  const tool = tools.find(({ name }) => SHELLS.includes(name));
  if (!tool) throw new Error(`no shell among: ${tools.map(({ name }) => name).join(", ")}`);
  const input: Record<string, unknown> = {
    command,
    cmd: command,
    description: "the room",
    timeout: LIMIT_MS,
    initial_wait: LIMIT_MS / 1000,
    yield_time_ms: ASIDE_MS,
  };
  const taken = Object.entries(input).filter(([name]) => tool.takes.includes(name));
  return { call: tool.name, input: Object.fromEntries(taken) };
}

/** Goes on with a command that Codex put aside. */
export function polled(result: string): Move | null {
  const [, id] = /session ID (\d+)/.exec(result) ?? [];
  if (!id || /Process exited/.test(result)) return null;
  const input = { session_id: Number(id), chars: "", yield_time_ms: POLL_MS };
  return { call: "write_stdin", input };
}
