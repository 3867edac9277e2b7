import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { type Child, launch } from "./child.ts";
import type { OpenService, ServerEvent } from "./opencode-server.ts";
import { opened, sleepUnless } from "./patience.ts";
import { wholeLines } from "./whole-lines.ts";

/** The parts of the Copilot SDK that are used here; the package is the user's, and is loaded when a run starts. */
export interface CopilotSdk {
  CopilotClient: new (options: { connection: unknown }) => Client;
  RuntimeConnection: { forUri(url: string, options: { connectionToken: string }): unknown };
}

interface Client {
  start(): Promise<void>;
  createSession(config: object): Promise<Session>;
  resumeSession(id: string, config: object): Promise<Session>;
  stop(): Promise<unknown>;
  forceStop(): Promise<void>;
}

interface Session {
  sessionId: string;
  on(hear: (event: { type: string; data: object; agentId?: string }) => void): void;
  send(message: object): Promise<string>;
  abort(): Promise<void>;
}

/**
 * A Copilot runtime started for one conversation, as a service. The SDK would start it in our own process group;
 * started here, it has one that is ended as a whole. Its hook's question is an event `asked`, answered by `POST
 * /asked/ID`.
 */
export function openRuntime(load: () => Promise<CopilotSdk>): OpenService {
  return async (argv, { cwd, env }, hear) => {
    const { CopilotClient, RuntimeConnection } = await load();
    const connectionToken = randomBytes(24).toString("base64url");
    const child = await launch(argv, {
      cwd,
      env: { ...env, COPILOT_CONNECTION_TOKEN: connectionToken },
    });
    let client: Client | undefined;
    try {
      const address = `127.0.0.1:${await opened(portOf(child))}`;
      client = new CopilotClient({
        connection: RuntimeConnection.forUri(address, { connectionToken }),
      });
      await opened(client.start());
    } catch (error) {
      await child.end(0);
      throw error;
    }
    return serve(child, client, env, hear);
  };
}

function serve(child: Child, client: Client, env: Record<string, string>, hear: (event: ServerEvent) => void) {
  const asked = new Map<string, (answer: object) => void>();
  let count = 0;
  let session: Session | undefined;
  void child.exited.then(() => client.forceStop().catch(() => {}));
  const ask = ({ toolName, toolArgs }: { toolName: string; toolArgs: unknown }) =>
    new Promise<object>((resolve) => {
      const id = String(++count);
      asked.set(id, resolve);
      hear({ type: "asked", properties: { id, toolName, toolArgs } });
    });
  const told = (config: object) => ({
    ...providerOf(env),
    ...config,
    streaming: true,
    hooks: { onPreToolUse: ask },
    // Nobody allowed what the hook wasn't asked about.
    onPermissionRequest: () => ({ kind: "reject", feedback: "Squadroom wasn't asked." }),
  });
  const open = async (opening: Promise<Session>) => {
    session = await opening;
    session.on(({ type, data, agentId }) =>
      hear({ type, properties: { ...data, ...(agentId === undefined ? {} : { agentId }) } }),
    );
    return { id: session.sessionId };
  };
  return {
    ...child,
    async request(_method: string, path: string, body: object = {}): Promise<unknown> {
      const [, act, id = ""] = path.split("/");
      switch (act) {
        case "session":
          return open(id === "" ? client.createSession(told(body)) : client.resumeSession(id, told(body)));
        case "send":
          return session?.send(body);
        case "abort":
          return session?.abort().then(() => null);
        case "asked":
          asked.get(id)?.(body);
          asked.delete(id);
          return null;
        default:
          throw new Error(`${path} is none of its acts`);
      }
    },
    async end(graceMs: number): Promise<void> {
      // What it still keeps of the conversation is written then.
      await sleepUnless(client.stop(), graceMs);
      await child.end(0);
    },
  };
}

/** For a model of the user's own, from the variables that Copilot CLI reads; a program has to pass them on. */
function providerOf(env: Record<string, string>): object {
  const { COPILOT_PROVIDER_BASE_URL: baseUrl, COPILOT_MODEL: model } = env;
  const type = env.COPILOT_PROVIDER_TYPE ?? "openai";
  const apiKey = env.COPILOT_PROVIDER_API_KEY;
  const wireApi = env.COPILOT_PROVIDER_WIRE_API;
  return {
    ...(model && { model }),
    ...(baseUrl && {
      provider: { type, baseUrl, ...(apiKey && { apiKey }), ...(wireApi && { wireApi }) },
    }),
  };
}

function portOf({ stdout, exited, complaint }: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: wholeLines(stdout) }).on("line", (line) => {
      const [, port] = /listening on port (\d+)/i.exec(line) ?? [];
      if (port) resolve(port);
    });
    void exited.then((code) => {
      const how = `it ended with ${code ?? "a signal"}`;
      reject(new Error([how, complaint()].filter(Boolean).join(": ")));
    });
  });
}
