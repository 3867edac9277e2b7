import { type AgentId, type MessageId, type RoomId, roleName, taskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { agentsById, aLease, anAgent, anId, aRoom, aTask } from "@squadroom/core/testing/builders.fixture";
import { expect, test } from "vitest";
import { createWaiters, type Waiter } from "./waiters.ts";

const ROOM = anId(1) as RoomId;
const ADA = anId(11) as AgentId;
const BO = anId(12) as AgentId;

/** Builders in a room whose tasks can be changed, and polls whose claims end when the test says so. */
function aWaitingRoom() {
  const agents = [ADA, BO].map((id) => anAgent({ id, role: roleName("builder") }));
  let view: RoomView = aRoom("squad", { agents: agentsById(agents) });
  const waiters = createWaiters();
  const claims: { by: AgentId; end: (found: boolean) => Promise<void> }[] = [];
  const ended: string[] = [];

  function poll(agentId: AgentId, more: Partial<Waiter> = {}) {
    const waiter: Waiter = {
      roomId: ROOM,
      agentId,
      credentialId: agentId,
      connection: null,
      isOpen: () => true,
      joins: false,
      busy: false,
      again: false,
      claim: () =>
        new Promise((resolve) => {
          const end = async (found: boolean) => {
            if (found) remove();
            resolve(found);
            await new Promise((turn) => setImmediate(turn));
          };
          claims.push({ by: agentId, end });
        }),
      end(why) {
        ended.push(`${agentId} ${why}`);
        remove();
      },
      ...more,
    };
    const remove = waiters.add(waiter);
    return waiter;
  }
  const become = (change: Partial<RoomView>) => {
    view = { ...view, ...change };
  };
  const offer = () => waiters.offer(ROOM, () => view);
  const claimers = () => claims.map(({ by }) => by);
  return { waiters, poll, become, offer, claims, claimers, ended };
}

const ready = { tasks: [aTask()] };

test("a poll looks for a task as soon as it is registered", () => {
  const { poll, claimers } = aWaitingRoom();
  poll(ADA);

  expect(claimers()).toEqual([ADA]);
});

test("a ready task goes to who waits longest, and to nobody else", async () => {
  const { waiters, poll, become, claims, claimers } = aWaitingRoom();
  const longest = poll(BO);
  poll(ADA);
  for (const claim of claims.splice(0)) await claim.end(false);
  const held = aTask({ state: "claimed", lease: aLease({ agentId: BO }) });

  become(ready);
  // The claim moves the view that the next one is offered.
  waiters.offer(ROOM, () =>
    aRoom("squad", {
      agents: agentsById([anAgent({ id: ADA }), anAgent({ id: BO })]),
      tasks: [longest.busy ? held : aTask()],
    }),
  );

  expect(claimers()).toEqual([BO]);
});

test("a task that comes while a claim is under way is claimed after it", async () => {
  const { poll, become, offer, claims, claimers } = aWaitingRoom();
  poll(ADA);
  become(ready);
  offer();
  expect(claimers()).toEqual([ADA]);

  await claims[0]?.end(false);

  expect(claimers()).toEqual([ADA, ADA]);
  await claims[1]?.end(false);
  expect(claimers()).toEqual([ADA, ADA]);
});

test("a poll that another one of the same join replaces is told so", () => {
  const { poll, ended } = aWaitingRoom();
  poll(ADA, { connection: 1 });
  poll(ADA, { connection: 1 });
  poll(ADA, { connection: 2 });
  expect(ended).toEqual([`${ADA} replaced`, `${ADA} superseded`]);
});

test("a poll takes the place of an older one of its agent, and is served", async () => {
  const { poll, become, offer, claims, claimers, ended, waiters } = aWaitingRoom();
  poll(ADA);
  poll(ADA);
  expect(ended).toEqual([`${ADA} superseded`]);
  expect(waiters.count()).toBe(1);
  for (const claim of claims.splice(0)) await claim.end(false);

  become(ready);
  offer();

  expect(claimers()).toEqual([ADA]);
});

test("polls that join wait beside each other, and what one of them claims, the others are told", async () => {
  const { poll, become, offer, claims, claimers, ended, waiters } = aWaitingRoom();
  const more = { connection: 1, joins: true };
  for (let i = 0; i < 3; i++) poll(ADA, more);
  expect(ended).toEqual([]);
  for (const claim of claims.splice(0)) await claim.end(false);

  become(ready);
  offer();
  expect(claimers()).toEqual([ADA, ADA, ADA]);
  await claims[0]?.end(true);
  for (const claim of claims.splice(1)) await claim.end(false);
  expect(claimers()).toEqual([ADA, ADA, ADA]);
  for (const claim of claims.splice(1)) await claim.end(true);
  expect(waiters.count()).toBe(0);
});

test("of polls that join, a closed one makes room, and one of another join supersedes them", () => {
  const { poll, ended, waiters } = aWaitingRoom();
  poll(ADA, { connection: 1, joins: true, isOpen: () => false });
  for (let i = 0; i < 10; i++) poll(ADA, { connection: 1, joins: true });
  expect(waiters.count()).toBe(8);
  expect(ended).toEqual(Array.from({ length: 3 }, () => `${ADA} replaced`));
  poll(ADA, { connection: 2, joins: true });
  expect(ended.slice(3)).toEqual(Array.from({ length: 8 }, () => `${ADA} superseded`));
});

test("a poll whose socket is closed is passed over", async () => {
  const { poll, become, offer, claims, claimers } = aWaitingRoom();
  let isOpen = true;
  poll(ADA, { isOpen: () => isOpen });
  poll(BO);
  for (const claim of claims.splice(0)) await claim.end(false);

  isOpen = false;
  become(ready);
  offer();

  expect(claimers()).toEqual([BO]);
});

test("mail wakes the agent that it is for", async () => {
  const { poll, become, offer, claims, claimers } = aWaitingRoom();
  poll(ADA);
  poll(BO);
  for (const claim of claims.splice(0)) await claim.end(false);

  const mail = [anId(300) as MessageId];
  become({ agents: agentsById([anAgent({ id: ADA, mail: [] }), anAgent({ id: BO, mail })]) });
  offer();

  expect(claimers()).toEqual([BO]);
});

test("a task of another role or for another agent wakes nobody", async () => {
  const { poll, become, offer, claims, claimers } = aWaitingRoom();
  poll(ADA);
  for (const claim of claims.splice(0)) await claim.end(false);
  const others = [
    aTask({ id: taskId("PLAN-001"), role: roleName("planner") }),
    aTask({ id: taskId("DEV-002"), agentId: BO }),
    aTask({ id: taskId("DEV-003"), waitsFor: [taskId("PLAN-001")] }),
  ];
  become({ tasks: others });
  offer();

  expect(claimers()).toEqual([]);
});

test("nobody is said to wait whose socket is gone", () => {
  const { waiters, poll } = aWaitingRoom();
  poll(ADA, { isOpen: () => false });
  poll(BO);

  expect(waiters.agentsIn(ROOM)).toEqual([BO]);
});
