import type { AgentCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import type { Fence, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import type { Answer } from "./entry.ts";
import { aGate, type Fault } from "./faulty-connection.fixture.ts";
import {
  aCaller,
  aKey,
  anAgent,
  aRoom,
  creating,
  joining,
  logOf,
  must,
  type RoomProcess,
  roomProcess,
  saying,
  until,
  verified,
} from "./room-process.fixture.ts";

let db: TestDatabase;
/** The process that lives on. */
let heir: RoomProcess;

beforeAll(async () => {
  db = await testDatabase();
  heir = await roomProcess(db.url);
});
afterAll(async () => {
  await heir.close();
  await db.drop();
});

interface Scene {
  room: RoomId;
  planner: AgentCaller;
  builder: AgentCaller;
  /** The planner's task, and the lease on it. */
  held: { taskId: TaskId; fence: Fence };
}

/** A room in the middle of its work. */
async function aScene(): Promise<Scene> {
  const room = await aRoom(heir);
  const planner = await anAgent(heir, room, "planner");
  const builder = await anAgent(heir, room, "builder");
  await must(heir.rooms.execute(room, saying("please")));
  await must(heir.rooms.execute(room, saying("and this")));
  const { taskId, fence } = await must(heir.rooms.execute(room, { type: "claim", by: planner }));
  return { room, planner, builder, held: { taskId: taskId as TaskId, fence: fence as Fence } };
}

const result = { summary: "done" };
const COMMANDS: Record<string, (scene: Scene) => Command> = {
  "a user's message": () => saying("hello"),
  "new tasks": () => creating("builder"),
  "a join": () => joining(aCaller("reviewer", "Rea")),
  "a leave": ({ builder }) => ({ type: "leaveRoom", by: builder, reason: "" }),
  "a completion that takes the next": ({ planner, held }) => {
    return { type: "complete", by: planner, ...held, result, next: true };
  },
  "a failure": ({ planner, held }) => ({ type: "fail", by: planner, ...held, reason: "no" }),
  "a handoff that takes the next": ({ planner, held }) => {
    const handoff = { to: "builder" as never, intent: "work" as const, message: "go on", result };
    return { type: "handOff", by: planner, ...held, handoff, next: true };
  },
  "a refusal": ({ builder, held }) => ({ type: "fail", by: builder, ...held, reason: "not mine" }),
};

interface Point {
  fault: Fault;
  /** When the server executes what the dead process had sent. */
  orphan: "never" | "before the retry" | "after the retry";
}

/** Every place between two steps of a commit, by what of it reached the database. */
const POINTS: Record<string, Point> = {
  "before it was sent": { fault: "hangs_before", orphan: "never" },
  "while it was on its way": { fault: "orphaned", orphan: "before the retry" },
  "while it was on its way, which is longer than the retry's": {
    fault: "orphaned",
    orphan: "after the retry",
  },
  "after it was executed": { fault: "hangs_after", orphan: "never" },
};

/** Types of the events that were added to a scene. */
async function addedTo({ room }: Scene, before: number): Promise<string[]> {
  return (await logOf(heir, room)).slice(before).map(({ type }) => type);
}

/** An answer without what is different in every room. */
function shapeOf(answer: Answer): unknown {
  return answer.ok ? Object.keys(answer.reply as object).sort() : answer.refusal.code;
}

async function expectSound({ room }: Scene): Promise<void> {
  expect(faultsOf(await logOf(heir, room))).toEqual([]);
  expect(await verified(heir, room)).toMatchObject({ ok: true, differences: [] });
}

describe.each(Object.entries(COMMANDS))("%s", (_name, commandOf) => {
  let expected: { added: string[]; shape: unknown };

  beforeAll(async () => {
    const scene = await aScene();
    const before = (await logOf(heir, scene.room)).length;
    const answer = await heir.rooms.execute(scene.room, commandOf(scene), { key: aKey() });
    expected = { added: await addedTo(scene, before), shape: shapeOf(answer) };
  });

  test.each(Object.entries(POINTS))("of a process that dies %s happens once", async (_when, { fault, orphan }) => {
    const scene = await aScene();
    const before = (await logOf(heir, scene.room)).length;
    const doomed = await roomProcess(db.url, { settleMs: 60_000 });
    const [command, key] = [commandOf(scene), aKey()];
    await doomed.rooms.read(scene.room);
    const isSent = doomed.faults.calls.length;
    doomed.faults.next(fault);
    void doomed.rooms.execute(scene.room, command, { key }).catch(() => undefined);
    await until(() => doomed.faults.calls.length > isSent);
    doomed.faults.kill();
    if (fault === "hangs_after") await until(() => isStored(key.key));

    if (orphan === "before the retry") await doomed.faults.executeOrphans();
    const answer = await heir.rooms.execute(scene.room, command, { key });
    if (orphan === "after the retry") await doomed.faults.executeOrphans();
    const again = await heir.rooms.execute(scene.room, command, { key });
    await doomed.abandon();

    expect(again).toEqual(answer);
    expect(shapeOf(answer)).toEqual(expected.shape);
    expect(await addedTo(scene, before)).toEqual(expected.added);
    await expectSound(scene);
  });
});

async function isStored(key: string): Promise<boolean> {
  return (await heir.sql`SELECT 1 FROM command_keys WHERE key = ${key}`).length > 0;
}

describe("on the slow road", () => {
  const STEPS = ["before it began", "with the room locked", "before the commit", "after the commit"] as const;

  test.each(STEPS)("a process that dies %s leaves one effect to the retry", async (step) => {
    const scene = await aScene();
    const before = (await logOf(heir, scene.room)).length;
    const doomed = await roomProcess(db.url, { slowRoadSql: (sql) => dyingAt(step, sql) });
    await doomed.rooms.read(scene.room);
    const key = aKey();
    const answer = doomed.rooms.execute(scene.room, saying("hello"), { key }).then(
      () => "ok",
      (error: { code: string }) => error.code,
    );
    for (let i = 0; i < 3; i++) {
      const gate = aGate();
      doomed.faults.next(gate);
      await gate.reached;
      await must(heir.rooms.execute(scene.room, saying("overtaking")));
      gate.open();
    }

    expect(await answer).toBe("outcome_unknown");
    await must(heir.rooms.execute(scene.room, saying("hello"), { key }));
    await doomed.close();

    const added = (await logOf(heir, scene.room)).slice(before);
    const bodies = added.map((event) => (event.type === "message.sent" ? event.data.message.body : ""));
    expect(bodies.filter((body) => body === "hello")).toHaveLength(1);
    await expectSound(scene);
  });

  /** A database whose connection dies at one step of the slow road's transaction. */
  function dyingAt(step: (typeof STEPS)[number], sql: Sql): Sql {
    const died = () => Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
    const begin = async (run: (tx: Sql) => Promise<unknown>) => {
      if (step === "before it began") throw died();
      await sql.begin(async (tx) => {
        const unsafe = async (...call: Parameters<Sql["unsafe"]>) => {
          if (step === "with the room locked") throw died();
          const rows = await tx.unsafe(...call);
          if (step === "before the commit") throw died();
          return rows;
        };
        const dying = Object.assign((...call: never[]) => (tx as unknown as (...c: never[]) => unknown)(...call), {
          unsafe,
        });
        await run(dying as unknown as Sql);
      });
      throw died();
    };
    return { begin } as unknown as Sql;
  }
});
