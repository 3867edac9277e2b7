import type { Client } from "./client.ts";
import { packaged } from "./packages.ts";

/** Its approval mode is the one in which it asks nobody: only the room does. */
export const gemini: Client = ({ home, door, model, prompt }) => ({
  harness: "gemini",
  command: process.execPath,
  args: [
    packaged("@google/gemini-cli/bundle/gemini.js"),
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
    "-p",
    prompt,
  ],
  env: {
    GEMINI_API_KEY: model.key,
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // Else it starts itself anew for more memory.
    GEMINI_CLI_NO_RELAUNCH: "true",
  },
  files: {
    [`${home}/.gemini/settings.json`]: JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      ...(door.kind === "mcp" && {
        mcpServers: {
          squadroom: { httpUrl: door.url, headers: { Authorization: `Bearer ${door.token}` } },
        },
      }),
    }),
  },
});
