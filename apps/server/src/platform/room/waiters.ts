import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { nextTask, wantedTakers } from "@squadroom/core/task/order";
import { findRole } from "@squadroom/core/team/team";

/** `replaced`: by another poll of the same join. */
export type WaitEnd = "superseded" | "replaced" | "revoked" | "stopping";

/** Most polls of one join that wait at once. */
const BESIDE_MAX = 8;

/** A long poll: an agent that waits for a task. */
export interface Waiter {
  roomId: RoomId;
  agentId: AgentId;
  credentialId: string;
  /** The join that it speaks for, if it says so. */
  connection: number | null;
  /** False once its socket is gone. */
  isOpen: () => boolean;
  /** Runs its claim now; resolves to whether that was the end of it. */
  claim: () => Promise<boolean>;
  /** Ends it without a task. */
  end: (why: WaitEnd) => void;
  /** Its claim is under way. */
  busy: boolean;
  /** It waits beside other polls of its join: what one of them claims, all of them are told. */
  joins: boolean;
  /** Something became ready meanwhile: the claim may have been decided before that. */
  again: boolean;
}

/** Waiting long polls by room, in order of arrival: a ready task goes to the agent that has waited longest. */
export function createWaiters() {
  const byRoom = new Map<RoomId, Set<Waiter>>();
  const looks = new Map<RoomId, Set<() => void>>();

  /** Registers a poll in place of an older one of the same agent, or beside it, and lets it look for a task at once. */
  function add(waiter: Waiter): () => void {
    const others = othersOf(waiter);
    const beside = others.filter((other) => isSameJoin(other, waiter) && other.joins && waiter.joins && other.isOpen());
    const kept = new Set(beside.slice(-(BESIDE_MAX - 1)));
    for (const other of others) if (!kept.has(other)) other.end(isSameJoin(other, waiter) ? "replaced" : "superseded");
    const room = byRoom.get(waiter.roomId) ?? new Set<Waiter>();
    byRoom.set(waiter.roomId, room.add(waiter));
    ask(waiter);
    return () => {
      room.delete(waiter);
      if (room.size === 0 && byRoom.get(waiter.roomId) === room) byRoom.delete(waiter.roomId);
    };
  }

  function ask(waiter: Waiter): void {
    waiter.busy = true;
    waiter.again = false;
    void waiter
      .claim()
      .then((isOver) => {
        if (isOver) for (const other of othersOf(waiter)) nudge(other);
      })
      .finally(() => {
        waiter.busy = false;
        if (waiter.again && waiter.isOpen()) ask(waiter);
      });
  }

  function nudge(waiter: Waiter): void {
    if (waiter.busy) waiter.again = true;
    else ask(waiter);
  }

  function othersOf(waiter: Waiter): Waiter[] {
    const all = [...(byRoom.get(waiter.roomId) ?? [])];
    return all.filter((one) => one !== waiter && one.agentId === waiter.agentId);
  }

  /**
   * Lets waiting agents claim what is ready, and fetch their mail; called as soon as a command is decided, so that the
   * claim is in the same commit as the task that it takes. Each claim changes the view that the next one sees.
   */
  function offer(roomId: RoomId, current: () => RoomView): void {
    tell(roomId);
    const room = byRoom.get(roomId);
    if (!room) return;
    let view = current();
    let wanted = wantedTakers(view);
    for (const waiter of room) {
      if (!waiter.isOpen()) continue;
      if (view !== current()) {
        view = current();
        wanted = wantedTakers(view);
      }
      const agent = view.agents[waiter.agentId];
      if (!agent) continue;
      // An agent whose role is no longer in the team is told so.
      const isOfTeam = view.team === null || findRole(view.team, agent.role) !== undefined;
      const isWanted = wanted.roles.has(agent.role) || wanted.agents.has(agent.id);
      const hasTask = isWanted && nextTask(view, agent.id, agent.role) !== undefined;
      if (isOfTeam && agent.mail.length === 0 && !hasTask) continue;
      nudge(waiter);
    }
  }

  /** Calls `look` after each commit of the room, whichever process made it, and now and then besides. */
  function watch(roomId: RoomId, look: () => void): () => void {
    const room = looks.get(roomId) ?? new Set();
    looks.set(roomId, room.add(look));
    return () => {
      room.delete(look);
      if (room.size === 0 && looks.get(roomId) === room) looks.delete(roomId);
    };
  }

  function tell(roomId: RoomId): void {
    for (const look of looks.get(roomId) ?? []) look();
  }

  const all = () => [...byRoom.values()].flatMap((room) => [...room]);

  return {
    add,
    offer,
    watch,
    tell,
    /** Ends all of them, or those of one credential. */
    end(why: WaitEnd, credentialId?: string): void {
      for (const waiter of all())
        if (credentialId === undefined || waiter.credentialId === credentialId) waiter.end(why);
    },
    has: (roomId: RoomId) => byRoom.has(roomId) || looks.has(roomId),
    agentsIn: (roomId: RoomId): AgentId[] =>
      [...(byRoom.get(roomId) ?? [])].filter((one) => one.isOpen()).map((one) => one.agentId),
    rooms: () => [...new Set([...byRoom.keys(), ...looks.keys()])],
    all,
    count: () => [...byRoom.values()].reduce((n, room) => n + room.size, 0),
  };
}

function isSameJoin(one: Waiter, other: Waiter): boolean {
  return one.connection !== null && one.connection === other.connection;
}

export type Waiters = ReturnType<typeof createWaiters>;
