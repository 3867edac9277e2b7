import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { pathsOf, readCall } from "@squadroom/core/policy/call";
import { UnreachableError } from "./answer.ts";
import type { Reply } from "./call.ts";
import type { Client } from "./http.ts";
import { folderIn, realIn, rootsOf } from "./real-path.ts";

/** Longest single wait for a person: below the idle limits of common proxies. */
const WAIT_S = 50;
/** As many paths as a request takes; a missing one counts as outside. */
const FILES_MAX = 500;

export interface AskedTool {
  harness: string;
  tool: string;
  input: unknown;
  callId: string | null;
  /** The project's folder, and the one in which the call runs. */
  root: string;
  cwd: string;
}

/** What the room says about a call, waiting for a person if it asks one, until `untilMs` at the latest. */
export async function checkTool(
  client: Client,
  room: string,
  { harness, tool, input, callId, root, cwd: at }: AskedTool,
  { now, untilMs, signal }: { now: () => number; untilMs: number; signal?: AbortSignal },
): Promise<Reply<"checkCall">> {
  const cwd = folderIn(root, at);
  const roots = rootsOf(root);
  const paths = pathsOf(readCall(harness, tool, input, cwd, roots)).slice(0, FILES_MAX);
  const body = {
    callId: callId ?? randomUUID(),
    harness,
    tool,
    input: input ?? null,
    cwd,
    roots,
    files: paths.map((path) => ({ path, real: realIn(root, path, homedir()) })),
  };
  const ask = (waitS: number) => client.call("checkCall", { params: { room }, body: { ...body, waitS }, signal });
  let said = await ask(0);
  while (said.verdict === "ask" && now() < untilMs && !signal?.aborted) {
    const { deadlineAt } = said;
    try {
      said = await ask(Math.ceil(Math.min(WAIT_S, (untilMs - now()) / 1000)));
    } catch (error) {
      // The permission is in the room's log: a server that is away comes back with it.
      if (!(error instanceof UnreachableError) || now() > (deadlineAt ?? 0)) throw error;
    }
  }
  return said;
}

/** Why a call doesn't run, for the agent that wanted it. */
export function denialText({ verdict, reason, allowed, rule }: Reply<"checkCall">): string {
  if (verdict === "ask") return `Nobody has answered yet: ${reason} Try it again later.`;
  const instead = allowed.length > 0 ? ` Allowed: ${allowed.join("; ").replace(/\.$/, "")}.` : "";
  return `${reason}${instead} (${rule})`;
}
