// The Claude Agent SDK as a program would use it: the project's settings, the default mode, nobody to ask.
import { readFileSync } from "node:fs";
import { query } from "@anthropic-ai/claude-agent-sdk";

const isConnected = process.argv[3] === "connected";
const options = isConnected
  ? { settingSources: ["user", "project", "local"], permissionMode: "default" }
  : { settingSources: ["project"], permissionMode: "default", ...servers() };

function servers() {
  return JSON.parse(readFileSync(".mcp.json", "utf8"));
}
for await (const message of query({ prompt: process.argv[2], options })) console.log(JSON.stringify(message));
