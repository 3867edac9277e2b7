import { checkTool as checkCall, denialText } from "@squadroom/client/tool-check";
import type { watchParents } from "../parents.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent, Outcome } from "./shapes.ts";
import { PARENT_CHECK_MS } from "./waiting.ts";

interface Asked {
  harness: string;
  now: () => number;
  watch: typeof watchParents;
  untilMs: number;
}

/** What the room says about a call, as an answer to the harness; a caller that is gone waits for nobody. */
export async function checkTool(
  seat: HookSeat,
  { tool, input, callId, cwd }: HookEvent,
  { harness, now, watch, untilMs }: Asked,
): Promise<Outcome> {
  const asked = { harness, tool, input, callId: callId ?? null, root: seat.kept.folder, cwd };
  const left = new AbortController();
  const isOrphaned = watch();
  const look = setInterval(() => isOrphaned() && left.abort(), PARENT_CHECK_MS);
  const { signal } = left;
  const how = { now, untilMs, signal };
  const said = await checkCall(seat.client(), seat.state.room.id, asked, how).finally(() => clearInterval(look));
  switch (said.verdict) {
    case "allow":
      return said.harnessAsks ? { act: "nothing" } : { act: "allow" };
    case "modify":
      return { act: "modify", input: said.input };
    case "deny":
    case "ask":
      return { act: "deny", reason: denialText(said) };
  }
}
