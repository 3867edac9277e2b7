import { dirname } from "node:path";
import type { Client, Place } from "./client.ts";
import { host, PROGRAMS } from "./packages.ts";

/** The command of the client, without a person; by tools, the one permission is what `connect` tells a person to start it with. */
export const copilot: Client = (place) => {
  const { door, home, model, prompt } = place;
  const allowed = door.kind === "command" ? byShell(door.self) : ["--allow-tool", "squadroom"];
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
    args: ["-p", prompt, "--output-format", "json", ...allowed],
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

/** Its rules name a program without its arguments, and no command may name a file outside the folder and those added. */
function byShell(self: string): string[] {
  const [program = "", file = ""] = self.split(" ");
  return ["--allow-tool", `shell(${program})`, "--add-dir", dirname(file)];
}

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
