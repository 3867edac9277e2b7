import { nameOf } from "../../kernel/actor.ts";
import type { RoomEvent } from "../../kernel/event.ts";
import type { RoomView } from "../../kernel/view.ts";
import { reportIn } from "../../task/in-event.ts";
import { flowOf } from "../flow/flows.ts";
import { type ReportedCheck, VERDICT } from "../record/gate.ts";
import type { Session } from "../record/session.ts";

/** Checks that were reported with the tasks of a plan. */
export function followGates(next: RoomView, event: RoomEvent): void {
  const reported = reportIn(event);
  if (!reported) return;
  const { taskId, result } = reported;
  const said = result.checks ?? [];
  const by = nameOf(event);
  const live = next.sessions.live.map((session): Session => {
    const { execution, gates } = session;
    if (!execution || !Object.values(execution.tasks).includes(taskId)) return session;
    const role = event.actor.kind === "agent" ? event.actor.role : execution.outcomes[taskId]?.author?.role;
    const word = flowOf(session).failingWord(next, role, result);
    const isSaid = word === VERDICT && said.some(({ passed }) => !passed);
    const checks = word && !isSaid ? [...said, { name: word, passed: false }] : said;
    if (checks.length === 0) return session;
    const names = checks.map(({ name }) => name);
    const others = gates.checks.filter((check) => check.taskId !== taskId || !names.includes(check.name));
    const added = checks.map(
      (check): ReportedCheck => ({ ...check, taskId, round: execution.rounds, by, at: event.at }),
    );
    return { ...session, gates: { ...gates, checks: [...others, ...added] } };
  });
  if (live.some((session, i) => session !== next.sessions.live[i])) next.sessions = { ...next.sessions, live };
}
