import { dirname, join } from "node:path";
import type { Client } from "./client.ts";
import { packaged } from "./packages.ts";

/** Not named by the product: by the room's tools. It approves its own tools by itself, as it does by default. */
export const cline: Client = ({ home, door, model, prompt }) => ({
  harness: "cline",
  command: program(),
  args: ["--json", prompt],
  env: { CLINE_WRAPPER_PATH: "cline", CLINE_TELEMETRY_DISABLED: "1" },
  files: {
    [`${home}/.cline/data/settings/providers.json`]: JSON.stringify({
      version: 1,
      lastUsedProvider: "openai-compatible",
      modes: {},
      providers: {
        "openai-compatible": {
          settings: {
            provider: "openai-compatible",
            apiKey: model.key,
            model: "scripted",
            baseUrl: `${model.url}/v1`,
          },
          updatedAt: "2026-01-01T00:00:00.000Z",
          tokenSource: "manual",
        },
      },
    }),
    ...(door.kind === "mcp" && {
      [`${home}/.cline/data/settings/cline_mcp_settings.json`]: JSON.stringify({
        mcpServers: {
          squadroom: {
            type: "streamableHttp",
            url: door.url,
            headers: { Authorization: `Bearer ${door.token}` },
          },
        },
      }),
    }),
  },
});

function program(): string {
  const name = `@cline/cli-${process.platform}-${process.arch}/package.json`;
  return join(dirname(packaged(name, "cline/package.json")), "bin", "cline");
}
