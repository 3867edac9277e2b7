import type { Client } from "./client.ts";
import { host, PROGRAMS } from "./packages.ts";

/**
 * Its own sandbox stays. By command it needs the network, which the mode `workspace-write` has only with this setting;
 * by MCP it works in the default one, `read-only`.
 */
export const codex: Client = ({ home, door, model, prompt }) => ({
  harness: "codex",
  command: PROGRAMS.codex(),
  args: ["exec", "--json", prompt],
  env: {
    CODEX_HOME: `${home}/.codex`,
    CODEX_MODEL_KEY: model.key,
    ...(door.kind === "mcp" && { SQUADROOM_TOKEN: door.token }),
  },
  files: {
    [`${home}/.codex/config.toml`]: [
      'model = "scripted"',
      'model_provider = "local"',
      "check_for_update_on_startup = false",
      ...(door.kind === "command" ? ['sandbox_mode = "workspace-write"'] : []),
      "[model_providers.local]",
      'name = "local"',
      `base_url = "${model.url}/v1"`,
      'wire_api = "responses"',
      'env_key = "CODEX_MODEL_KEY"',
      "supports_websockets = false",
      ...(door.kind === "command" ? ["[sandbox_workspace_write]", "network_access = true"] : []),
      ...(door.kind === "mcp"
        ? [
            "[mcp_servers.squadroom]",
            `url = "${door.url}"`,
            'bearer_token_env_var = "SQUADROOM_TOKEN"',
            "tool_timeout_sec = 300",
          ]
        : []),
      "",
    ].join("\n"),
  },
  trusts: { command: process.execPath, args: [host("codex-trust"), PROGRAMS.codex()] },
});
