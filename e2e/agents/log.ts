import type { Client } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/kernel/event";

/** How long a room may take to get where a journey wants it; generous, as clients start slowly on a busy machine. */
const LIMIT_MS = 300_000;
const LOOK_MS = 100;

/** A room's log, read over REST as anybody reads it. */
export class Log {
  constructor(
    private readonly person: Client,
    private readonly room: string,
  ) {}

  async events(): Promise<RoomEvent[]> {
    const params = { room: this.room };
    const { data } = await this.person.call("listEvents", { params, query: { limit: 1000 } });
    return data;
  }

  /** What the journeys speak of, a line each; of a role's joins only the first. */
  async lines(): Promise<string[]> {
    const lines = (await this.events()).flatMap((event) => lineOf(event) ?? []);
    return lines.filter((line, at) => !line.startsWith("agent.joined ") || lines.indexOf(line) === at);
  }

  /** Until the log has the line so many times. */
  async until(line: string, times = 1): Promise<void> {
    await eventually(
      async () => (await this.lines()).filter((one) => one === line).length >= times,
      async () => `the log lacks "${line}" (${times}); it has:\n${(await this.lines()).join("\n")}`,
    );
  }
}

export async function eventually(
  isTrue: () => boolean | Promise<boolean>,
  otherwise: () => string | Promise<string>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(await otherwise());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function lineOf(event: RoomEvent): string | null {
  const who = event.actor.kind === "agent" ? event.actor.role : event.actor.kind;
  switch (event.type) {
    case "agent.joined":
    case "decision.opened":
    case "decision.answered":
      return `${event.type} ${who}`;
    case "task.claimed":
    case "task.progressed":
    case "task.attempt_ended":
      return `${event.type} ${who} ${event.data.taskId}`;
    case "handoff.delivered": {
      const { from, to, intent, fromTaskId } = event.data;
      return `${event.type} ${from.role} ${fromTaskId} to ${to} ${intent}`;
    }
    default:
      return null;
  }
}
