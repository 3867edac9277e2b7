import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { bundleChanged, type Change } from "./bundle-changed.ts";
import { check } from "./check.ts";
import type { Evidence, Violation } from "./evidence.ts";

const SERVER = fileURLToPath(new URL("../../apps/server", import.meta.url));
const CORE = fileURLToPath(new URL("../../packages/core/src", import.meta.url));

interface Plant {
  changes: Change[];
  /** Words of the violation that it makes. */
  found: RegExp;
  /** Whether a room's log has come to where the bug shows, for one that is not seen while the run goes on. */
  isReached?: (events: readonly RoomEvent[]) => boolean;
}

function isFound(words: RegExp, violations: readonly Violation[]): boolean {
  return violations.some(({ what }) => words.test(what));
}

/** Sessions that were archived, and not brought back since. */
function archivedIn(events: readonly RoomEvent[]): Set<number> {
  const archived = new Set<number>();
  for (const { type, data } of events) {
    if (type === "retention.archived") for (const id of data.sessionIds) archived.add(id);
    else if (type === "retention.restored") archived.delete(data.sessionId);
  }
  return archived;
}

const APPEND = join(SERVER, "src/db/append-sql.ts");

/** Bugs that the harness must find, each a small change of one source file. */
export const PLANTS = {
  swap: {
    found: /the log has no such claim|is 0 times in the log/,
    changes: [
      {
        file: APPEND,
        from: `WHEN h.seq <> w.seq OR h.commit_id <> w."commitId" THEN 'lost'`,
        to: `WHEN false THEN 'lost'`,
      },
      // The primary key alone would refuse the second writer.
      {
        file: APPEND,
        from: `WHERE e."roomId" = ANY(v_ok);`,
        to: `WHERE e."roomId" = ANY(v_ok) ON CONFLICT DO NOTHING;`,
      },
    ],
  },
  fence: {
    found: /fence \d+ is not \d+|is not in the agent's hand|has no lease/,
    changes: [
      {
        file: join(CORE, "kernel/lease.ts"),
        from: "lease?.fence === fence && lease?.agentId === agentId",
        to: "(lease?.fence ?? -1) >= (fence ?? 0)",
      },
    ],
  },
  resume: {
    found: /expected seq \d+, got \d+/,
    changes: [
      {
        file: join(SERVER, "src/features/room/snapshot.ts"),
        from: "event.seq > seq &&",
        to: "event.seq > seq + 1 &&",
      },
    ],
  },
  /** The answer of who comes second is applied too. */
  answer: {
    found: /two answers were acknowledged/,
    changes: [
      {
        file: join(CORE, "asking/answer.ts"),
        from: "const decision = room.decisions[command.decisionId];",
        to: `const decision = room.decisions[command.decisionId]
          ?? room.answered.find(({ id }) => id === command.decisionId);`,
      },
      {
        file: join(CORE, "decision/events.ts"),
        from: "const answered = { ...close(next, data.decisionId, at), answer",
        to: `const decided = next.decisions[data.decisionId]
        ? close(next, data.decisionId, at)
        : next.answered.find(({ id }) => id === data.decisionId);
      const answered = { ...decided, answer`,
      },
    ],
  },
  /** Who asks for a lock minds only those that wait for it. */
  lock: {
    found: /hold the same path/,
    changes: [
      {
        file: join(CORE, "lock/waiting.ts"),
        from: "meeting.filter((lock) => lock.holder.id !== holder.id)",
        to: "meeting.filter((lock) => lock.holder.id !== holder.id && lock.fence === null)",
      },
    ],
  },
  /** Policy minds those that wait for a lock, and not who has it. */
  write: {
    found: /was allowed at seq/,
    changes: [
      {
        file: join(CORE, "lock/in-the-way.ts"),
        from: "fence !== null && holder.id !== agentId",
        to: "fence === null && holder.id !== agentId",
      },
    ],
  },
  /** What an agent found stays in its mail. */
  mail: {
    found: /was delivered again/,
    changes: [
      {
        file: join(CORE, "message/events.ts"),
        from: "mail: agent.mail.filter((id) => !messageIds.includes(id)),",
        to: "mail: messageIds.length > 1 ? [] : agent.mail,",
      },
    ],
  },
  /** Nobody is asked about the task of an agent that its errors stopped. */
  error: {
    found: /nobody was asked/,
    changes: [
      {
        file: join(CORE, "asking/task-failed.ts"),
        from: `state === "failed" && (branchOf === undefined || lastEnd?.how === "stopped")`,
        to: `state === "failed" && branchOf === undefined && lastEnd?.how !== "stopped"`,
      },
    ],
  },
  /** What is allowed beats what is forbidden. */
  boundary: {
    found: /outside its boundaries/,
    changes: [
      {
        file: join(CORE, "kernel/inside.ts"),
        from: "if (isAmong(forbidden)) return false;",
        to: "if (isAmong(forbidden) && !isAmong(allowed)) return false;",
      },
    ],
  },
  /** Steps don't wait for the checkpoint in front of them. */
  pipeline: {
    found: /behind the open checkpoint/,
    changes: [
      {
        file: join(CORE, "session/pipeline/follow.ts"),
        from: "!isCheckpoint && reached.has(id) && !made[id]",
        to: "!isCheckpoint && reached && !made[id]",
      },
    ],
  },
  /** What is HIGH counts as MEDIUM. */
  discussion: {
    found: /is high by what was said/,
    changes: [
      {
        file: join(CORE, "session/discussion/verdict.ts"),
        from: `average < 3) return "high";`,
        to: `average < 3) return "medium";`,
      },
    ],
  },
  /** What is held is archived with the others. */
  retention: {
    found: /is archived while somebody holds it/,
    changes: [
      {
        file: join(CORE, "retention/periods.ts"),
        from: `if (held !== null || state === "deleted") return null;`,
        to: `if (state === "deleted") return null;`,
      },
      {
        file: join(SERVER, "src/features/retention/queries.ts"),
        from: "AND h.is_held IS NOT TRUE",
        to: "",
      },
    ],
  },
  /** What a session is called stays in the log after its texts are taken out. */
  deletion: {
    found: /deleted, and still there/,
    isReached: (events) => archivedIn(events).size > 1,
    changes: [
      {
        file: join(SERVER, "src/platform/room/erasing.ts"),
        from: "AND e.seq = x.seq`;",
        to: "AND e.seq = x.seq AND e.type <> 'session.created'`;",
      },
    ],
  },
} satisfies Record<string, Plant>;

export type PlantName = keyof typeof PLANTS;

const { dependencies } = JSON.parse(readFileSync(join(SERVER, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** What the server finds where the bundle lies; all else goes into it. */
function isOutside(path: string): boolean {
  const name = path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
  return isBuiltin(path) || (name in dependencies && !name.startsWith("@squadroom/"));
}

/** Which of these bugs no violation speaks of. */
export function unfound(names: readonly PlantName[], violations: readonly Violation[]): PlantName[] {
  return names.filter((name) => {
    const { found }: Plant = PLANTS[name];
    return !isFound(found, violations);
  });
}

/** Those of these bugs that a run has not come to by now, however long that takes on this machine. */
export function unreached(names: readonly PlantName[], soFar: Evidence): PlantName[] {
  let violations: Violation[] | undefined;
  return names.filter((name) => {
    const { found, isReached }: Plant = PLANTS[name];
    if (isReached) return !soFar.rooms.some(({ events }) => isReached(events));
    violations ??= check(soFar);
    return !isFound(found, violations);
  });
}

/** A bundle of the server with these bugs in it, beside the real one. @returns its path */
export async function plant(names: readonly PlantName[]): Promise<string> {
  const outfile = join(SERVER, "dist", `planted-${names.join("-")}.mjs`);
  const changes = names.flatMap((name): Change[] => PLANTS[name].changes);
  await bundleChanged(changes, { entry: join(SERVER, "src/main.ts"), outfile, isOutside });
  return outfile;
}
