import { connectLine } from "@squadroom/core/kernel/connect-link";

export interface Connecting {
  /** The server's, without a path: `http://127.0.0.1:4600`. */
  origin: string;
  room: string;
  role: string;
  token: string;
  /** Of the link, which works once: the old token then ends. */
  code: string;
  /** When the link expires, epoch ms. */
  expiresAt: number;
}

/** What `squadroom connect` sets up, by its own names. */
export const HARNESSES = ["claude", "codex", "copilot", "opencode", "gemini", "acp", "shell"] as const;
export type Harness = (typeof HARNESSES)[number];
export const DOORS = [...HARNESSES, "http"] as const;
/** The client that the agent runs in. */
export type AgentDoor = (typeof DOORS)[number];

export function isHarness(door: AgentDoor): door is Harness {
  return door !== "http";
}

/** Joins without the package. */
export function curlLine({ origin, room, role, token }: Connecting): string {
  return `curl -sS -X POST ${origin}/api/v1/rooms/${room}/agents -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '{"role":"${role}"}'`;
}

/** The one line to run. */
export function lineFor(door: AgentDoor, at: Connecting): string {
  return isHarness(door) ? `${connectLine(at.origin, at.code)} --for ${door}` : curlLine(at);
}

/** How an agent in a shell starts, with the command that the line leaves. */
export const SHELL_START = "node ~/.squadroom/bin/squadroom.mjs join";

/** Undoes what that line wrote, in the same folder. */
export function disconnectLine(origin: string, harness: Harness): string {
  return `npx -y ${origin}/squadroom.tgz disconnect --for ${harness}`;
}

export interface ChangedFile {
  file: string;
  /** The file's content, shortened; lines with a plus are ours. */
  lines: readonly string[];
  what: "tools" | "toolsAndHooks" | "projectTools" | "permission" | "hooks" | "plugin";
}

const SERVED = '"args": ["…/squadroom.mjs", "mcp"]';
const IN_JSON = ['  "mcpServers": {', `+   "squadroom": { "command": "node", ${SERVED} }`, "  }"] as const;

/** How a person starts it, and what `connect` writes for it: a test compares these with the command. */
export const SETUPS: Record<
  Harness,
  {
    program: string | null;
    /** Its next task comes at the end of a turn, without a call. */
    isHooked: boolean;
    files: readonly ChangedFile[];
  }
> = {
  claude: {
    program: "claude",
    isHooked: true,
    files: [
      { file: "~/.claude.json", what: "projectTools", lines: IN_JSON },
      {
        file: ".claude/settings.local.json",
        what: "permission",
        lines: [
          '  "allow": [',
          '+   "mcp__squadroom",',
          '+   "Bash(node …/squadroom.mjs:*)"',
          "  ]",
          '  "hooks": {',
          '+   "PreToolUse": …, "PostToolUse": …,',
          '+   "SessionStart": …, "Stop": …',
          "  }",
        ],
      },
    ],
  },
  codex: {
    program: "codex",
    isHooked: true,
    files: [
      {
        file: "~/.codex/config.toml",
        what: "toolsAndHooks",
        lines: [
          "+ [mcp_servers.squadroom]",
          '+ command = "node"',
          '+ args = ["…/squadroom.mjs", "mcp"]',
          "+ [[hooks.SessionStart]] …",
          "+ [[hooks.PreToolUse]] …",
          "+ [[hooks.PostToolUse]] …",
          "+ [[hooks.Stop]] …",
        ],
      },
    ],
  },
  copilot: {
    program: "copilot --allow-tool squadroom",
    isHooked: true,
    files: [
      { file: "~/.copilot/mcp-config.json", what: "tools", lines: IN_JSON },
      { file: "~/.copilot/hooks/squadroom.json", what: "hooks", lines: [] },
    ],
  },
  opencode: {
    program: "opencode",
    isHooked: false,
    files: [
      {
        file: "~/.config/opencode/opencode.json",
        what: "tools",
        lines: ['  "mcp": {', '+   "squadroom": { "command": ["node", "…/squadroom.mjs", "mcp"] }', "  }"],
      },
      { file: "~/.config/opencode/plugins/squadroom.js", what: "plugin", lines: [] },
    ],
  },
  gemini: {
    program: "gemini",
    isHooked: true,
    files: [
      {
        file: "~/.gemini/settings.json",
        what: "toolsAndHooks",
        lines: [
          ...IN_JSON,
          '  "hooks": {',
          '+   "SessionStart": …, "BeforeTool": …,',
          '+   "AfterTool": …, "AfterAgent": …',
          "  }",
        ],
      },
    ],
  },
  acp: { program: null, isHooked: false, files: [] },
  shell: { program: null, isHooked: false, files: [] },
};

/** The secret shortened, for showing a line that is copied in full. */
export function masked(line: string, token: string): string {
  return line.replace(token, `${token.slice(0, 8)}…${token.slice(-3)}`);
}

/** "Builder", or "Builder 2" if there is one. */
export function freeName(title: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  if (!used.has(title.toLowerCase())) return title;
  for (let n = 2; ; n++) if (!used.has(`${title} ${n}`.toLowerCase())) return `${title} ${n}`;
}
