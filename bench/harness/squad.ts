import { createClient } from "@squadroom/client/http";
import type { PersonClient, Server } from "./server.ts";

/** An agent that has joined, with the task in its hand. */
export interface Seat {
  roomId: string;
  agentId: string;
  role: string;
  token: string;
  connection: number;
  held: Held | null;
}

export interface Held {
  taskId: string;
  fence: number;
  /** Idempotency keys that its delivery carried. */
  keys: { handoff: string; done: string };
}

/** What agents of the load say: of ordinary length. */
export const INSTRUCTION =
  "Let the form keep what was typed when a session ends, and show why it ended. The store is in src/session/store.ts; " +
  "the form reads it once. Do not add a dependency. Cover the case where two tabs are open at the same time.";
export const SUMMARY =
  "The form keeps its fields in the session store and restores them; a notice says why the session ended.";

type Preset = "solo" | "squad";
const ROLES: Record<Preset, string[]> = {
  solo: ["solo"],
  squad: ["planner", "builder", "reviewer"],
};
const AT_A_TIME = 8;

/**
 * Makes rooms whose roles are filled by agents of the class `managed`, with tasks for every role.
 * Seats are in the order in which load goes round: first agent of every role of every room, then the second.
 */
export async function seatSquads(
  server: Server,
  person: PersonClient,
  options: {
    rooms: number;
    agentsPerRole: number;
    /** Tasks of a role that wait when every agent holds one. */
    queuedPerRole: number;
    /** Whether the agents claim their first task. */
    claimed?: boolean;
    preset?: Preset;
    name?: string;
  },
): Promise<Seat[]> {
  const { agentsPerRole, queuedPerRole, claimed = true } = options;
  const roles = ROLES[options.preset ?? "squad"];
  const seats: { seat: Seat; turn: number }[] = [];

  async function fillRoom(number: number, roomId: string): Promise<void> {
    const params = { room: roomId };
    for (let n = 0; n < agentsPerRole; n++) {
      for (const [r, role] of roles.entries()) {
        const { token } = await person.call("createCredential", {
          params,
          body: { name: `${role} ${n + 1}`, roles: [role] },
        });
        const joined = await createClient({ baseUrl: server.baseUrl, token }).call("joinRoom", {
          params,
          body: { role, class: "managed", harness: "bench" },
        });
        const { agentId, connection } = joined;
        const seat: Seat = { roomId, agentId, role, token, connection, held: null };
        seats.push({ seat, turn: (n * roles.length + r) * options.rooms + number });
      }
    }
    const wanted = roles.flatMap((role) =>
      Array.from({ length: (claimed ? agentsPerRole : 0) + queuedPerRole }, () => ({
        role,
        title: "Keep the form's fields over a sign-in",
        instruction: INSTRUCTION,
      })),
    );
    for (let at = 0; at < wanted.length; at += 100) {
      await person.call("createTasks", { params, body: { tasks: wanted.slice(at, at + 100) } });
    }
  }

  // One after the other: a new room changes its maker's rights, and so the credential that it came with.
  const made: [number, string][] = [];
  for (let number = 0; number < options.rooms; number++) {
    const body = {
      name: `${options.name ?? "room"}-${number}`,
      preset: options.preset ?? "squad",
    } as const;
    made.push([number, (await person.call("createRoom", { body })).roomId]);
  }
  const next = made.values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const [number, roomId] of next) await fillRoom(number, roomId);
    }),
  );
  const inOrder = seats.sort((a, b) => a.turn - b.turn).map(({ seat }) => seat);
  if (claimed) for (const seat of inOrder) seat.held = await claim(server, seat);
  return inOrder;
}

async function claim(server: Server, seat: Seat): Promise<Held> {
  const { token, connection } = seat;
  const { task } = await createClient({ baseUrl: server.baseUrl, token, connection }).call("claimTask", {
    params: { room: seat.roomId },
    body: { waitS: 0 },
  });
  if (!task) throw new Error(`there is no task for a ${seat.role}`);
  return { taskId: task.taskId, fence: task.fence, keys: task.keys };
}
