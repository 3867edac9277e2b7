// An editor in miniature: starts an agent that speaks ACP, sends one prompt, and refuses whatever the agent asks for.
import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const [, , prompt, program, ...args] = process.argv;
const mcpServers = JSON.parse(process.env.MCP_SERVERS);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
const { agent, client } = acp.methods;
await acp
  .client({ name: "editor" })
  .onNotification(client.session.update, ({ params }) => console.log(JSON.stringify(params)))
  .onRequest(client.session.requestPermission, ({ params: { options } }) => {
    const refusal = options.find(({ kind }) => kind === "reject_once");
    console.log(`refused: ${JSON.stringify(options)}`);
    return { outcome: { outcome: "selected", optionId: refusal.optionId } };
  })
  .connectWith(stream, async (context) => {
    const protocolVersion = acp.PROTOCOL_VERSION;
    await context.request(agent.initialize, { protocolVersion, clientCapabilities: {} });
    const { sessionId } = await context.request(agent.session.new, {
      cwd: process.cwd(),
      mcpServers,
    });
    const text = { type: "text", text: prompt };
    const { stopReason } = await context.request(agent.session.prompt, {
      sessionId,
      prompt: [text],
    });
    console.log(stopReason);
  });
child.stdin.end();
