import { uuidv7 } from "@squadroom/client/uuidv7";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import {
  aFailedTask,
  anAgent,
  aPerson,
  clientWith,
  differencesIn,
  onlyPending,
  refusalOf,
  take,
} from "./squad.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;
const rooms: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
  there = await aServer(db.url);
});
afterEach(async () => {
  for (const room of rooms.splice(0)) expect(await differencesIn(here, room)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

async function aFailure() {
  const failed = await aFailedTask(here);
  rooms.push(failed.room);
  return failed;
}

const answering = (room: string, decisionId: string, optionId: string, note = "") => ({
  params: { room, decisionId },
  body: { optionId, note },
});

describe("a decision", () => {
  test("is listed with what it asks, and ended ones with how they ended", async () => {
    const { room, decision } = await aFailure();
    expect(decision).toMatchObject({
      kind: "task_failed",
      subject: { kind: "task", taskId: "DEV-001" },
      reason: "no luck",
      state: "pending",
      version: 1,
      holdsUp: 1,
      answer: null,
      ended: null,
      canUndo: false,
    });
    const params = { room, taskId: "DEV-001" };
    await here.admin.call("retryTask", { params });
    await here.admin.call("cancelTask", { params });
    const { data: decisions } = await here.admin.call("listDecisions", { params: { room } });
    expect(decisions).toMatchObject([
      {
        id: decision.id,
        state: "withdrawn",
        ended: { reason: "DEV-001 is pending again.", at: expect.any(Number) },
      },
    ]);
  });

  test("is answered by one of two people who answer at once at two servers; the other is told", async () => {
    const { room, decision } = await aFailure();
    const lea = await aPerson(here, `Lea ${uuidv7()}`, { [room]: "approver" });
    const max = await aPerson(there, `Max ${uuidv7()}`, { [room]: "approver" });
    const results = await Promise.allSettled([
      lea.client.call("answerDecision", answering(room, decision.id, "retry", "of Lea")),
      max.client.call("answerDecision", answering(room, decision.id, "cancel", "of Max")),
    ]);
    const won = results.filter((result) => result.status === "fulfilled");
    const lost = results.filter((result) => result.status === "rejected");
    expect([won.length, lost.length]).toEqual([1, 1]);
    const { optionId } = (won[0] as PromiseFulfilledResult<{ optionId: string }>).value;
    const no = await refusalOf(Promise.reject((lost[0] as PromiseRejectedResult).reason));
    expect(no).toMatchObject({
      code: "decision_answered",
      details: { optionId, by: expect.stringMatching(optionId === "retry" ? /^Lea/ : /^Max/) },
    });
    const { data: events } = await here.admin.call("listEvents", { params: { room } });
    expect(events.filter(({ type }) => type === "decision.answered")).toHaveLength(1);
    const { data: decisions } = await there.admin.call("listDecisions", { params: { room } });
    expect(decisions.map(({ answer }) => answer?.optionId)).toEqual([optionId]);
  });

  test("takes the same answer under the same key once", async () => {
    const { room, decision } = await aFailure();
    const key = uuidv7();
    const call = { ...answering(room, decision.id, "retry"), key };
    const first = await here.admin.call("answerDecision", call);
    expect(await there.admin.call("answerDecision", call)).toEqual(first);
  });

  test("is not answered as it was when it changed meanwhile", async () => {
    const { room, decision } = await aFailure();
    const task = { role: "planner", title: "Report", instruction: "x", requires: ["DEV-001"] };
    await here.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const stale = answering(room, decision.id, "cancel");
    const body = { ...stale.body, version: decision.version };
    expect(await refusalOf(here.admin.call("answerDecision", { ...stale, body }))).toMatchObject({
      code: "decision_changed",
      details: { version: 2, holdsUp: 2 },
    });
  });

  test("that the room has forgotten is explained from the table", async () => {
    const { room, builder, decision } = await aFailure();
    await here.admin.call("answerDecision", answering(room, decision.id, "retry", "once more"));
    const { taskId, fence } = await take(builder);
    for (let i = 0; i < 31; i++) {
      const asked = await builder.client.call("askIntervention", {
        params: { room, taskId },
        body: { fence, question: `Question ${i}?` },
      });
      await here.admin.call("answerDecision", answering(room, asked.decisionId, "answer", "yes"));
    }
    const late = answering(room, decision.id, "cancel");
    expect(await refusalOf(here.admin.call("answerDecision", late))).toMatchObject({
      code: "decision_answered",
      details: { optionId: "retry", note: "once more", by: "local admin" },
    });
    const unknown = answering(room, uuidv7(), "cancel");
    expect((await refusalOf(here.admin.call("answerDecision", unknown))).code).toBe("decision_unknown");
    const page = await here.admin.call("listDecisions", { params: { room }, query: { limit: 30 } });
    expect(page.data).toHaveLength(30);
    const before = page.next ?? "";
    const rest = await here.admin.call("listDecisions", {
      params: { room },
      query: { cursor: before },
    });
    expect(rest.data.map(({ id }) => id).at(-1)).toBe(decision.id);
    expect(rest.next).toBeNull();
  });
});

describe("an answer", () => {
  test("can be taken back until an agent took up what it set free", async () => {
    const { room, builder, decision } = await aFailure();
    const retry = await here.admin.call("answerDecision", answering(room, decision.id, "retry"));
    expect(retry).toMatchObject({ state: "answered", label: "Retry", canUndo: true });
    const undo = (decisionId: string) => here.admin.call("undoDecision", { params: { room, decisionId } });
    const undone = await undo(decision.id);
    const again = await onlyPending(here.admin, room);
    expect(undone).toMatchObject({ state: "superseded", pendingInstead: again.id });
    expect(again).toMatchObject({ supersedes: decision.id, question: decision.question });
    const late = answering(room, decision.id, "cancel");
    expect(await refusalOf(here.admin.call("answerDecision", late))).toMatchObject({
      code: "decision_moot",
      details: { state: "superseded", pendingInstead: again.id },
    });

    await here.admin.call("answerDecision", answering(room, again.id, "retry"));
    const canUndo = async () => {
      const { data: decisions } = await here.admin.call("listDecisions", { params: { room } });
      return decisions.map((row) => [row.state, row.canUndo]);
    };
    expect(await canUndo()).toEqual([
      ["answered", true],
      ["superseded", false],
    ]);
    await take(builder);
    expect((await canUndo())[0]).toEqual(["answered", false]);
    expect((await refusalOf(undo(again.id))).code).toBe("undo_refused");
  });

  test("reaches the agent that waits for it, at whichever server", async () => {
    const room = await createRoom(here.admin, "duo");
    rooms.push(room);
    const builder = await anAgent(here, room, "builder");
    const task = { role: "builder", title: "Refunds", instruction: "x" };
    await here.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const { taskId, fence } = await take(builder);
    const asked = await builder.client.call("askIntervention", {
      params: { room, taskId },
      body: {
        fence,
        question: "Round up or to even?",
        options: [{ label: "To even", consequence: "As the bank does it." }],
      },
    });
    expect(asked.options.map(({ id }) => id)).toEqual(["option-1", "answer", "cancel"]);
    expect(await builder.claim()).toMatchObject({
      task: null,
      reason: "waiting_on_human",
      detail: expect.stringContaining("Round up or to even?"),
    });

    const waiting = builder.claim({ waitS: 20 });
    await eventually(() => expect(here.runtime.waiters.agentsIn(room as never)).toHaveLength(1));
    const { data: cards } = await here.admin.call("listRooms", { query: { limit: 100 } });
    const card = cards.find(({ roomId }) => roomId === room);
    expect(card?.decisions).toMatchObject({ pending: 1, first: { id: asked.decisionId } });
    expect(card?.members.find(({ role }) => role === "builder")?.presence?.work).toBe("waiting_on_human");
    await there.admin.call("answerDecision", answering(room, asked.decisionId, "option-1"));
    await here.runtime.sweeper.sweep();
    const got = await waiting;
    expect(got.task).toMatchObject({
      taskId,
      fence,
      messages: [{ from: "local admin", body: expect.stringContaining("To even. As the bank") }],
      asked: [{ question: "Round up or to even?", answer: { label: "To even" } }],
    });
    expect(got.task?.text).toContain("## Asked about this task");
    // Whoever lost that answer gets it again with the task.
    expect((await builder.claim()).task?.asked).toHaveLength(1);
  });
});

describe("the right to answer", () => {
  test("is an approver's: not a viewer's, a stranger's or an agent's", async () => {
    const { room, builder, decision } = await aFailure();
    const viewer = await aPerson(here, `Vera ${uuidv7()}`, { [room]: "viewer" });
    const stranger = await aPerson(here, `Stan ${uuidv7()}`);
    const call = answering(room, decision.id, "retry");
    const undo = { params: call.params };
    for (const [client, code] of [
      [viewer.client, "forbidden"],
      [stranger.client, "room_unknown"],
      [builder.client, "forbidden"],
    ] as const) {
      expect((await refusalOf(client.call("answerDecision", call))).code).toBe(code);
      expect((await refusalOf(client.call("undoDecision", undo))).code).toBe(code);
    }
    expect(await onlyPending(viewer.client, room)).toMatchObject({ id: decision.id });
    expect((await refusalOf(onlyPending(stranger.client, room))).code).toBe("room_unknown");
  });

  test("ends with the person's role in the room, at every server", async () => {
    const { room, decision } = await aFailure();
    const lea = await aPerson(here, `Lea ${uuidv7()}`, { [room]: "approver" });
    const elsewhere = clientWith(there, lea.cookie);
    await onlyPending(elsewhere, room);
    await here.admin.call("removeRoomPerson", { params: { room, personId: lea.id } });
    const call = answering(room, decision.id, "retry");
    for (const client of [lea.client, elsewhere]) {
      await eventually(async () =>
        expect((await refusalOf(client.call("answerDecision", call))).code).toBe("room_unknown"),
      );
    }
    expect((await onlyPending(here.admin, room)).id).toBe(decision.id);
  });
});

describe("a bulk of answers", () => {
  test("says of each what was applied and what was decided before, and by whom", async () => {
    const [one, two, three] = [await aFailure(), await aFailure(), await aFailure()];
    const lea = await aPerson(here, `Lea ${uuidv7()}`, {
      [one.room]: "lead",
      [two.room]: "approver",
      [three.room]: "viewer",
    });
    await there.admin.call("answerDecision", answering(two.room, two.decision.id, "cancel"));
    const key = uuidv7();
    const body = {
      answers: [one, two, three].map(({ room, decision }) => ({
        room,
        decisionId: decision.id,
        optionId: "retry",
      })),
    };
    const reply = await lea.client.call("answerDecisions", { body, key });
    expect(reply).toMatchObject({
      applied: 1,
      refused: 2,
      results: [
        { room: one.room, outcome: "applied", answered: { label: "Retry", canUndo: true } },
        {
          decisionId: two.decision.id,
          outcome: "refused",
          refusal: {
            code: "decision_answered",
            details: { optionId: "cancel", by: "local admin" },
          },
        },
        { outcome: "refused", refusal: { code: "forbidden" } },
      ],
    });

    // The same request again has the effect of once, also at another server.
    const again = await clientWith(there, lea.cookie).call("answerDecisions", { body, key });
    expect(again.results[0]).toEqual(reply.results[0]);
    const { data: events } = await here.admin.call("listEvents", { params: { room: one.room } });
    expect(events.filter(({ type }) => type === "decision.answered")).toHaveLength(1);
    const [first] = body.answers;
    if (!first) throw new Error("no answer");
    const other = { answers: [{ ...first, optionId: "cancel" }] };
    expect((await lea.client.call("answerDecisions", { body: other, key })).results).toMatchObject([
      { outcome: "refused", refusal: { code: "key_reused" } },
    ]);
  });

  test("names each decision once, and rooms by name too", async () => {
    const { room, decision } = await aFailure();
    const name = (await here.admin.call("getRoom", { params: { room } })).view.name;
    const one = { room: name, decisionId: decision.id, optionId: "retry" };
    const nowhere = { room: "no-such-room", decisionId: uuidv7(), optionId: "retry" };
    const call = (answers: object[]) => here.admin.call("answerDecisions", { body: { answers: answers as never } });
    expect((await refusalOf(call([one, one]))).code).toBe("bad_request");
    expect(await call([one, nowhere])).toMatchObject({
      applied: 1,
      results: [{ outcome: "applied" }, { refusal: { code: "room_unknown" } }],
    });
  });
});
