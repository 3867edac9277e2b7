import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type Child, launch, type Place } from "./child.ts";
import { opened } from "./patience.ts";
import { wholeLines } from "./whole-lines.ts";

/** An event that the server sends on its own. */
export interface ServerEvent {
  type: string;
  properties: Record<string, unknown>;
}

/** An opencode server started for one conversation. */
export interface Service extends Pick<Child, "pid" | "exited" | "complaint" | "end"> {
  /** @throws Error in the server's own words */
  request(method: "GET" | "POST", path: string, body?: object): Promise<unknown>;
}

export type OpenService = (
  argv: readonly string[],
  place: Place,
  hear: (event: ServerEvent) => void,
) => Promise<Service>;

/** @throws when it isn't there, or says no address */
export const openService: OpenService = async (argv, { cwd, env }, hear) => {
  const password = randomBytes(24).toString("base64url");
  const child = await launch(argv, { cwd, env: { ...env, OPENCODE_SERVER_PASSWORD: password } });
  const headers = {
    authorization: `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}`,
    "content-type": "application/json",
  };
  try {
    const url = await opened(addressOf(child));
    const events = await fetch(`${url}/event`, { headers });
    // Without its events we can neither tell what it does nor see it end.
    void hearAll(events, hear).finally(() => child.end(0).catch(() => {}));
    return {
      ...child,
      async request(method, path, body) {
        const told = body && { body: JSON.stringify(body) };
        const response = await fetch(url + path, { method, headers, ...told });
        const said = await response.text();
        if (!response.ok) throw new Error(`${path}: ${response.status} ${said}`.slice(0, 500));
        return said === "" ? null : JSON.parse(said);
      },
    };
  } catch (error) {
    await child.end(0);
    throw error;
  }
};

function addressOf({ stdout, exited, complaint }: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: wholeLines(stdout) }).on("line", (line) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url) resolve(url);
    });
    void exited.then((code) => {
      const how = `it ended with ${code ?? "a signal"}`;
      reject(new Error([how, complaint()].filter(Boolean).join(": ")));
    });
  });
}

async function hearAll({ body }: Response, hear: (event: ServerEvent) => void): Promise<void> {
  if (!body) return;
  try {
    const lines = createInterface({ input: wholeLines(Readable.fromWeb(body as never)) });
    for await (const line of lines) {
      if (!line.startsWith("data: ")) continue;
      const event = eventIn(line.slice(6));
      if (event) hear(event);
    }
  } catch {
    // The connection broke: its process has ended, or is being ended.
  }
}

/** `null`: it isn't one. */
function eventIn(line: string): ServerEvent | null {
  try {
    const { type, properties } = JSON.parse(line) as ServerEvent;
    return { type, properties: properties ?? {} };
  } catch {
    return null;
  }
}
