import type { Client, Place } from "./client.ts";
import { host, PROGRAMS } from "./packages.ts";

/** The command of the client, without a person; the one permission is what `connect` tells a person to start it with. */
export const copilot: Client = (place) => {
  const { door, home, model, prompt } = place;
  const rule = door.kind === "command" ? `shell(${door.self}:*)` : "squadroom";
  const server = door.kind === "mcp" && {
    [`${home}/.copilot/mcp-config.json`]: JSON.stringify({
      mcpServers: {
        squadroom: {
          type: "http",
          url: door.url,
          headers: { Authorization: `Bearer ${door.token}` },
          tools: ["*"],
        },
      },
    }),
  };
  return {
    harness: "copilot",
    command: PROGRAMS.copilot(),
    args: ["-p", prompt, "--output-format", "json", "--allow-tool", rule],
    env: {
      ...settings(place),
      COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: model.key,
      COPILOT_MODEL: "scripted",
    },
    files: { ...server },
  };
};

/** The SDK with its own permissions: each command and each tool of the room is asked for and allowed by rule. */
export const copilotSdk: Client = (place) => {
  const { folder, home, door, model, prompt } = place;
  return {
    harness: "copilot",
    command: process.execPath,
    args: [host("copilot-sdk"), prompt],
    env: { ...settings(place), HOST: JSON.stringify({ folder, home, door, model }) },
    files: {},
  };
};

function settings({ home }: Place) {
  return { COPILOT_OFFLINE: "true", COPILOT_HOME: `${home}/.copilot` };
}
