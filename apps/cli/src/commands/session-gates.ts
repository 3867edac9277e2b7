import type { Reply } from "@squadroom/client/call";
import { PHASES, type Phase } from "@squadroom/core/flow/steps";
import { gateText } from "@squadroom/core/session/record/gate";
import type { Command } from "commander";
import { define, number } from "../answer.ts";
import { forPeople, inRoom } from "../door.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns, dated } from "../words.ts";

type Status = Reply<"getSessionStatus">;

/** How far a session is. */
export function statusLines(status: Status): string {
  const { id, phase, agentsActive, tasksTotal, tasksCompleted, gates, preset } = status;
  const at = agentsActive.map(({ name, role }) => `${name} (${role})`).join(", ");
  const lines = [
    `Session ${id}: ${status.status.replaceAll("_", " ")}, ${phase}`,
    `Started: ${status.startedAt === null ? "not yet" : dated(status.startedAt)}`,
    ...(at === "" ? [] : [`At work: ${at}`]),
    ...(tasksTotal === null ? [] : [`Tasks: ${tasksCompleted} of ${tasksTotal} passed`]),
    ...(preset === null ? [] : [`Gates ask for: ${preset}`]),
  ];
  if (status.evidence.length === 0 && gates !== null)
    lines.push(
      columns(
        PHASES.map((one) => [one, words(gates[one])]),
        "",
      ),
    );
  for (const gate of status.evidence) {
    const batch = gate.batch === null ? "" : `, batch ${gate.batch + 1}`;
    lines.push("", `${gate.phase}${batch}: ${gateText(gate)}`);
    if (gate.overriddenBy) {
      const { name, at: when, reason } = gate.overriddenBy;
      lines.push(quoted(`${name}, ${dated(when)}`, reason, "  "));
    }
    for (const { outcome, text } of gate.evidence) lines.push(`  ${outcome.padEnd(6)} ${oneLine(text)}`);
  }
  return lines.join("\n");
}

function words(state: string): string {
  return state.replaceAll("_", " ");
}

/** A person continues without what a gate is missing. */
export function addOverride(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "override <id> <phase>",
      "override what a failed gate is missing, with your reason",
      `Phases: ${PHASES.join(", ")}. Covers only what is missing now; if more fails later, it asks again.`,
    ),
  )
    .requiredOption("--reason <text>", "why the session may go on; kept with your name")
    .option("--batch <n>", "of this batch, from 1; by default the current one", number(1, 1_000));
  forPeople(cli, command, async ({ call, params }, [id = "", phase = ""], options) => {
    const batch = options.batch as number | undefined;
    const body = {
      reason: options.reason as string,
      ...(batch === undefined ? {} : { batch: batch - 1 }),
    };
    const of = { ...params, sessionId: id, phase: phase as Phase };
    const reply = await call("overrideGate", { params: of, body });
    const text = `The ${reply.phase} gate of session ${reply.sessionId} is overridden.`;
    return { data: reply, text };
  });
}
