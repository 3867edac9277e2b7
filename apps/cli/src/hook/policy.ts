import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { UnreachableError } from "@squadroom/client/answer";
import type { Reply } from "@squadroom/client/call";
import { pathsOf, readCall } from "@squadroom/core/policy/call";
import { folderIn, realIn } from "./real-path.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent, Outcome } from "./shapes.ts";

/** Longest single wait for a person: below the idle limits of common proxies. */
const WAIT_S = 50;
/** As many paths as a request takes; one that is missing counts as outside. */
const FILES_MAX = 500;

/** What the room says to a call, waiting for a person where it asks one. */
export async function checkTool(
  seat: HookSeat,
  event: HookEvent,
  { harness, now, untilMs }: { harness: string; now: () => number; untilMs: number },
): Promise<Outcome> {
  const root = seat.kept.folder;
  const cwd = folderIn(root, event.cwd);
  const paths = pathsOf(readCall(harness, event.tool, event.input, cwd)).slice(0, FILES_MAX);
  const body = {
    callId: event.callId ?? randomUUID(),
    harness,
    tool: event.tool,
    input: event.input ?? null,
    cwd,
    files: paths.map((path) => ({ path, real: realIn(root, path, homedir()) })),
  };
  const ask = (waitS: number) =>
    seat.client().call("checkCall", {
      params: { room: seat.state.room.id },
      body: { ...body, waitS },
    });
  let said = await ask(0);
  while (said.verdict === "ask" && now() < untilMs) {
    const { deadlineAt } = said;
    try {
      said = await ask(Math.ceil(Math.min(WAIT_S, (untilMs - now()) / 1000)));
    } catch (error) {
      // The permission is in the room's log: a server that is away comes back with it.
      if (!(error instanceof UnreachableError) || now() > (deadlineAt ?? 0)) throw error;
    }
  }
  return outcomeOf(said);
}

function outcomeOf(said: Reply<"checkCall">): Outcome {
  switch (said.verdict) {
    case "allow":
      return said.harnessAsks ? { act: "nothing" } : { act: "allow" };
    case "modify":
      return { act: "modify", input: said.input };
    case "deny":
      return { act: "deny", reason: reasonOf(said) };
    case "ask":
      return { act: "deny", reason: `Nobody has answered yet: ${said.reason} Try it again later.` };
  }
}

function reasonOf({ reason, allowed, rule }: Reply<"checkCall">): string {
  const instead = allowed.length > 0 ? ` Allowed: ${allowed.join("; ").replace(/\.$/, "")}.` : "";
  return `${reason}${instead} (${rule})`;
}
