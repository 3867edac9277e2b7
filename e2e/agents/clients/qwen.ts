import type { Client } from "./client.ts";
import { packaged } from "./packages.ts";

/** Not named by the product: by the command, and by the room's tools. It asks nobody in this mode. */
export const qwen: Client = ({ home, door, model, prompt }) => ({
  harness: "qwen",
  command: process.execPath,
  args: [
    packaged("@qwen-code/qwen-code/cli-entry.js"),
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
    "-p",
    prompt,
  ],
  env: {
    OPENAI_API_KEY: model.key,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_MODEL: "scripted",
  },
  files: {
    [`${home}/.qwen/settings.json`]: JSON.stringify({
      security: { auth: { selectedType: "openai" } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      // A script looks for no tools.
      tools: { toolSearch: { enabled: false } },
      ...(door.kind === "mcp" && {
        mcpServers: {
          squadroom: { httpUrl: door.url, headers: { Authorization: `Bearer ${door.token}` } },
        },
      }),
    }),
  },
});
