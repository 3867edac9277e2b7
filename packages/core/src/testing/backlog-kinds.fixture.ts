import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { PRIORITIES } from "../task/task.ts";
import { LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

/** Mostly a person; else an agent, which may be of any role. */
function someone(driver: Driver, n: number) {
  const agents = Object.values(driver.view.agents);
  const agent = n > 5 ? agents[n % Math.max(1, agents.length)] : undefined;
  if (!agent) return LEAD;
  const roles = driver.room.team.roles.map((role) => role.name);
  const by: AgentCaller = { id: agent.id, name: agent.name, roles, connection: null };
  return by;
}

const anItem = (driver: Driver, n: number): number => {
  const { items, ended } = driver.view.backlog;
  const all = [...items, ...ended];
  return all[n % Math.max(1, all.length)]?.id ?? 404;
};

const addItems: Kind = (driver, a, b, c) => ({
  type: a === 0 ? "importItems" : "addItems",
  by: someone(driver, a),
  items: Array.from({ length: 1 + (b % 3) }, (_, i) => ({
    title: `item ${b}${i}`,
    priority: PRIORITIES[(c + i) % PRIORITIES.length] ?? "medium",
    ...(c > 5 ? { value: 1 + (b % 5), complexity: 1 + (a % 5) } : {}),
    ...(a === 0 ? { state: "closed" as const, reason: "old" } : {}),
  })),
});

const editItem: Kind = (driver, a, b, c) => ({
  type: "editItem",
  by: someone(driver, c),
  itemId: anItem(driver, a),
  changes: b % 2 ? { title: `other ${b}` } : { priority: PRIORITIES[b % 4] ?? "low" },
});

const moveItem: Kind = (driver, a, b, c) => ({
  type: "moveItem",
  by: someone(driver, c),
  itemId: anItem(driver, a),
  to: b > 6 ? "first" : b > 5 ? "last" : b % 2 ? { before: anItem(driver, c) } : { after: anItem(driver, c) },
  priority: c > 6 ? "high" : null,
});

const pickItem: Kind = (driver, a, b) => ({
  type: "pickItem",
  by: someone(driver, b),
  itemId: anItem(driver, a),
});

const said = (type: "deferItem" | "putBackItem" | "closeItem" | "dropItem"): Kind => {
  return (driver, a, b) => ({
    type,
    by: someone(driver, b),
    itemId: anItem(driver, a),
    reason: "so it is",
  });
};

const reopenItem: Kind = (driver, a) => ({
  type: "reopenItem",
  by: LEAD,
  itemId: anItem(driver, a),
  reason: "not yet right",
  stored: null,
});

const finishItem: Kind = (driver, a, b) => ({
  type: "finishItem",
  by: someone(driver, b),
  itemId: anItem(driver, a),
  summary: "done by hand",
});

const setMode: Kind = (_driver, a) => ({
  type: "setMode",
  by: LEAD,
  workflowMode: a > 1 ? "backlog_clearing" : "normal",
});

const resumeClearing: Kind = () => ({ type: "resumeClearing", by: LEAD });

/** What people and agents do with a backlog. */
export const BACKLOG_KINDS: readonly Kind[] = [
  addItems,
  addItems,
  editItem,
  moveItem,
  pickItem,
  said("deferItem"),
  said("putBackItem"),
  said("closeItem"),
  said("dropItem"),
  reopenItem,
  finishItem,
  setMode,
  resumeClearing,
];
