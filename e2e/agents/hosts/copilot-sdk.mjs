// The Copilot SDK as a program would use it: its permission requests are answered by one rule, for the room alone.
import { CopilotClient } from "@github/copilot-sdk";

const { folder, home, door, model } = JSON.parse(process.env.HOST);
const REFUSED = { kind: "reject", feedback: "Only the room is allowed." };
function isOfRoom(request) {
  if (request.kind === "mcp") return door.kind !== "command" && request.serverName === "squadroom";
  return (
    request.kind === "shell" &&
    door.kind === "command" &&
    request.fullCommandText.startsWith(`${door.self} `) &&
    request.commands.every(({ identifier }) => identifier.startsWith("node"))
  );
}

const client = new CopilotClient({
  baseDirectory: `${home}/.copilot`,
  workingDirectory: folder,
  useLoggedInUser: false,
});
await client.start();
const session = await client.createSession({
  model: "scripted",
  provider: {
    type: "openai",
    wireApi: "completions",
    baseUrl: `${model.url}/v1`,
    apiKey: model.key,
  },
  // A program opts into what the client's own files say.
  ...(door.kind === "connected" && { enableConfigDiscovery: true, enableFileHooks: true }),
  onPermissionRequest: (request) => (isOfRoom(request) ? { kind: "approve-once" } : REFUSED),
  ...(door.kind === "mcp" && {
    mcpServers: {
      squadroom: {
        type: "http",
        url: door.url,
        headers: { Authorization: `Bearer ${door.token}` },
        tools: ["*"],
      },
    },
  }),
});
session.on((event) => console.log(JSON.stringify(event)));
await session.sendAndWait({ prompt: process.argv[2] }, 600_000);
await client.stop();
process.exit(0);
