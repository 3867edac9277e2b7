import { claude, claudeSdk } from "./claude.ts";
import type { Client, ClientName } from "./client.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilot, copilotSdk } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { acp, opencode, opencodeServe } from "./opencode.ts";
import { qwen } from "./qwen.ts";

export const CLIENTS: Record<ClientName, Client> = {
  claude,
  "claude-sdk": claudeSdk,
  codex,
  copilot,
  "copilot-sdk": copilotSdk,
  opencode,
  "opencode-serve": opencodeServe,
  acp,
  gemini,
  qwen,
  cline,
};
export const NAMES = Object.keys(CLIENTS) as ClientName[];
/** Those that `squadroom connect` knows. */
export const CONNECTED = NAMES.filter((name) => name !== "qwen" && name !== "cline");
