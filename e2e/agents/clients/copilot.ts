import type { Client } from "./client.ts";
import { host } from "./packages.ts";

/** The SDK with its own permissions: each command and each tool of the room is asked for and allowed by rule. */
export const copilot: Client = ({ folder, home, door, model, prompt }) => ({
  command: process.execPath,
  args: [host("copilot-sdk"), prompt],
  env: {
    COPILOT_OFFLINE: "true",
    COPILOT_HOME: `${home}/.copilot`,
    HOST: JSON.stringify({ folder, home, door, model }),
  },
  files: {},
});
