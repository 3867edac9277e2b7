import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Change } from "./edit.ts";
import { claudeHooks, codexHooks, copilotHooks, geminiHooks, opencodePlugin } from "./hooks.ts";
import type { JsonEntry } from "./json.ts";
import { asLine } from "./programs.ts";

/** What agents run in, as far as `connect` knows its files. */
export const HARNESSES = ["claude", "copilot", "codex", "opencode", "gemini", "acp", "shell"] as const;
export type Harness = (typeof HARNESSES)[number];

export interface Surroundings {
  home: string;
  env: Record<string, string | undefined>;
  /** The project's folder. */
  folder: string;
  /** The command, where `connect` leaves it. */
  script: string;
  /** The hook, beside the command. */
  hook: string;
  /** Version of the installed harness; `null`: nobody knows. */
  version: string | null;
  /** Where git is told what stays out of this repository; `null`: there is none. */
  exclude: string | null;
}

export interface Setup {
  title: string;
  /** How a person starts it. */
  program: string | null;
  /** Shows that it is signed in: one of these files, or one of these variables. */
  signedIn: { files: string[]; variables: string[] };
  /** Where it records that a person trusts this folder, and what is missing without that; `null`: it asks nobody. */
  trust: { file: string; paths: string[][]; without: string } | null;
  /** Where its mode is set; `null`: it has none there. */
  mode: { file: string; path: string[]; usual: string } | null;
  changes: Change[];
  /** At its start it reads what an agent of the room reads first, and it gets its tasks when its turn ends. */
  isHooked: boolean;
  /** What its sandbox or its trust prevents until somebody allows it. */
  needs: string[];
}

/** The name of the server in every configuration. */
const NAME = "squadroom";

export function setupOf(harness: Harness, given: Surroundings): Setup {
  return SETUPS[harness](given);
}

const SETUPS: Record<Harness, (given: Surroundings) => Setup> = {
  claude: ({ home, env, folder, script, hook, version, exclude }) => {
    const own = env.CLAUDE_CONFIG_DIR ?? join(home, ".claude");
    const settings = join(folder, ".claude", "settings.local.json");
    // Where Claude Code itself keeps one person's servers for one project: nobody else's files name this one.
    const state = env.CLAUDE_CONFIG_DIR ? join(own, ".claude.json") : join(home, ".claude.json");
    return {
      title: "Claude Code",
      program: "claude",
      signedIn: {
        files: [join(own, ".credentials.json")],
        variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
      },
      trust: {
        file: state,
        paths: upFrom(folder).map((one) => ["projects", one, "hasTrustDialogAccepted"]),
        without:
          "Claude Code doesn't trust this folder yet, and `claude -p` ignores a folder's own permissions until it does: start `claude` here once and say yes.",
      },
      mode: { file: settings, path: ["permissions", "defaultMode"], usual: "default" },
      changes: [
        json(state, [
          {
            at: ["projects", folder, "mcpServers", NAME],
            // Otherwise the first turn of a conversation goes into searching for the tools.
            value: { type: "stdio", ...bridge(script), env: {}, alwaysLoad: true },
          },
        ]),
        json(settings, [
          {
            into: ["permissions", "allow"],
            items: [`mcp__${NAME}`, `Bash(${asLine(["node", script])}:*)`],
          },
          ...claudeHooks(hook, folder, version),
        ]),
        // Otherwise whatever git puts away, or commits on another branch, takes the hooks with it.
        ...(exclude === null
          ? []
          : [{ kind: "lines" as const, file: exclude, lines: ["**/.claude/settings.local.json"] }]),
      ],
      isHooked: true,
      needs: [],
    };
  },
  copilot: ({ home, env, script, hook }) => {
    const own = env.COPILOT_HOME ?? join(home, ".copilot");
    return {
      title: "Copilot CLI",
      program: `copilot --allow-tool ${NAME}`,
      signedIn: {
        files: [join(own, "config.json")],
        variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
      },
      trust: null,
      mode: null,
      changes: [
        json(join(own, "mcp-config.json"), [
          {
            at: ["mcpServers", NAME],
            value: { type: "local", ...bridge(script), tools: ["*"] },
          },
        ]),
        { kind: "whole", file: join(own, "hooks", `${NAME}.json`), text: copilotHooks(hook) },
      ],
      isHooked: true,
      needs: [],
    };
  },
  codex: ({ home, env, script, hook }) => {
    const own = env.CODEX_HOME ?? join(home, ".codex");
    const file = join(own, "config.toml");
    const { command: program, args } = bridge(script);
    return {
      title: "Codex",
      program: "codex",
      signedIn: { files: [join(own, "auth.json")], variables: ["OPENAI_API_KEY", "CODEX_API_KEY"] },
      trust: null,
      mode: { file, path: ["approval_policy"], usual: "on-request" },
      changes: [
        {
          kind: "toml",
          file,
          lines: [
            `[mcp_servers.${NAME}]`,
            `command = ${JSON.stringify(program)}`,
            `args = ${JSON.stringify(args)}`,
            // A slow machine takes longer than its default of 10 s, and a wait for a task longer than its 60 s.
            "startup_timeout_sec = 60",
            "tool_timeout_sec = 300",
            ...codexHooks(hook),
          ],
        },
      ],
      isHooked: true,
      needs: [
        "It runs new hooks only once you trust them, and says nothing of those that it skips: type /hooks in it, and trust Squadroom's. Until then no task comes by itself.",
        "Its sandbox has no network. The tools work without one; for the command, set network_access = true below [sandbox_workspace_write] in its config.toml.",
      ],
    };
  },
  opencode: ({ home, env, script, hook }) => {
    const own = join(env.XDG_CONFIG_HOME ?? join(home, ".config"), "opencode");
    const { command: program, args } = bridge(script);
    const data = join(env.XDG_DATA_HOME ?? join(home, ".local", "share"), "opencode");
    return {
      title: "opencode",
      program: "opencode",
      signedIn: { files: [join(data, "auth.json")], variables: [] },
      trust: null,
      mode: null,
      changes: [
        json(firstThere(join(own, "opencode.jsonc"), join(own, "opencode.json")), [
          {
            at: ["mcp", NAME],
            value: { type: "local", command: [program, ...args], enabled: true },
          },
        ]),
        {
          kind: "whole",
          file: join(own, "plugins", `${NAME}.js`),
          text: opencodePlugin(hook),
        },
      ],
      isHooked: false,
      needs: [],
    };
  },
  gemini: ({ home, script, hook }) => {
    const own = join(home, ".gemini");
    return {
      title: "Gemini CLI",
      program: "gemini",
      signedIn: {
        files: [join(own, "oauth_creds.json")],
        variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
      },
      trust: null,
      mode: null,
      changes: [
        json(join(own, "settings.json"), [{ at: ["mcpServers", NAME], value: bridge(script) }, ...geminiHooks(hook)]),
      ],
      isHooked: true,
      needs: ["It uses no tools of others in a folder that it does not trust: say yes when it asks."],
    };
  },
  acp: () => without("An ACP agent"),
  shell: () => without("Any shell"),
};

/** It has no settings of its own. */
function without(title: string): Setup {
  const signedIn = { files: [], variables: [] };
  const none = { program: null, trust: null, mode: null, changes: [], isHooked: false, needs: [] };
  return { title, signedIn, ...none };
}

/** The server in the form of ACP's `session/new`. */
export function acpServer(script: string): string {
  return JSON.stringify({ name: NAME, ...bridge(script), env: [] });
}

/** It finds its seat by the folder in which it is started, so no file has the credential. */
function bridge(script: string) {
  return { command: process.execPath, args: [script, "mcp"] };
}

function json(file: string, entries: JsonEntry[]): Change {
  return { kind: "json", file, entries };
}

/** The folder, and all folders above it: trust in one of them is enough. */
function upFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upFrom(above)];
}

function firstThere(...files: [string, ...string[]]): string {
  return files.find((file) => existsSync(file)) ?? (files.at(-1) as string);
}
