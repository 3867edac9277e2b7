import type { Agent } from "@squadroom/client/agent";
import { checkTool, denialText } from "@squadroom/client/tool-check";
import { wordsOf } from "./harness/desk.ts";
import type { ToolCall, Verdict } from "./harness/harness.ts";
import type { Judged } from "./output.ts";

/** How long an answer to a call waits for a person, ms. */
const PERSON_MS = 55 * 60_000;

/** What the room says about a tool call of a harness. `judged`: what the run's output is told about it. */
export async function permitted(
  agent: Agent,
  room: string,
  { harness, root, cwd, call }: { harness: string; root: string; cwd: string; call: ToolCall },
  signal: AbortSignal,
): Promise<{ verdict: Verdict; judged?: Judged }> {
  const asked = {
    harness,
    tool: call.name,
    input: call.input,
    callId: call.id.slice(0, 100),
    root,
    cwd,
  };
  try {
    const untilMs = Date.now() + PERSON_MS;
    const said = await checkTool(agent.client, room, asked, { now: Date.now, untilMs, signal });
    const { verdict, rule, reason } = said;
    if (verdict === "allow") return { verdict: { act: "allow" }, judged: { verdict, rule, reason } };
    if (verdict === "modify")
      return {
        verdict: { act: "allow", input: said.input },
        judged: { verdict: "change", rule, reason },
      };
    return {
      verdict: { act: "deny", reason: denialText(said) },
      judged: { verdict: "deny", rule, reason },
    };
  } catch (error) {
    // A tool that nobody could check does not run.
    return {
      verdict: { act: "deny", reason: `Squadroom couldn't be asked: ${wordsOf(error)}` },
    };
  }
}
