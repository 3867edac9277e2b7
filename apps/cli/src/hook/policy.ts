import { checkTool as checkCall, denialText } from "@squadroom/client/tool-check";
import type { HookSeat } from "./seat.ts";
import type { HookEvent, Outcome } from "./shapes.ts";

/** What the room says to a call, as an answer to the harness. */
export async function checkTool(
  seat: HookSeat,
  { tool, input, callId, cwd }: HookEvent,
  { harness, now, untilMs }: { harness: string; now: () => number; untilMs: number },
): Promise<Outcome> {
  const asked = { harness, tool, input, callId: callId ?? null, root: seat.kept.folder, cwd };
  const said = await checkCall(seat.client(), seat.state.room.id, asked, { now, untilMs });
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
