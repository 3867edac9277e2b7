// The Claude Agent SDK as a program would use it: the project's settings, the default mode, nobody to ask.
import { readFileSync } from "node:fs";
import { query } from "@anthropic-ai/claude-agent-sdk";

const { mcpServers } = JSON.parse(readFileSync(".mcp.json", "utf8"));
const options = { settingSources: ["project"], permissionMode: "default", mcpServers };
for await (const message of query({ prompt: process.argv[2], options }))
  console.log(JSON.stringify(message));
