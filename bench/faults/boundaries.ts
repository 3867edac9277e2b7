import type { Call, Caller } from "./caller.ts";
import type { Chance } from "./random.ts";

/** What limited tasks may change; what is forbidden lies within. */
export const LIMITS = { allowed: ["src/**"], forbidden: ["src/secret/**", "**/*.key"] };

const INSIDE = ["src/a/x.ts", "./src//b.ts"];
const OUTSIDE = ["src/secret/key.ts", "src/a/x.key", "docs/x.md"];
const ALLOWED = ["docs/**", "src/secret/key.ts", "**/*.key"];

interface Limited {
  boundaries?: { allowed: string[]; forbidden: string[] };
}

export function isLimited({ boundaries }: Limited): boolean {
  return (boundaries?.allowed.length ?? 0) > 0;
}

/** A file that an agent names on the way, which its task must not end with. */
export function strayFile(chance: Chance): { path: string; status: string } {
  return { path: chance.pick(OUTSIDE), status: "created" };
}

/**
 * What an agent says that it changed in a limited task: much lies within its boundaries. `strays`: what was named on the
 * way, and is gone again or not.
 */
export function changedFiles(chance: Chance, strays: readonly string[]) {
  const files = chance.is(0.6) ? INSIDE : [chance.pick(INSIDE), chance.pick(OUTSIDE)];
  const gone = chance.is(0.7) ? strays : [];
  return [
    ...files.filter((path) => !gone.includes(path)).map((path) => ({ path, status: "modified" })),
    ...gone.map((path) => ({ path, status: "deleted" })),
  ];
}

/** A person gives a builder a task with limits, or allows one of these to go beyond them. */
export async function limitSomebody(
  caller: Caller,
  call: Call,
  chance: Chance,
  /** The tasks that this person limited. */
  limited: string[],
): Promise<void> {
  const path = `/rooms/${caller.roomId}/tasks`;
  if (limited.length > 0 && chance.is(0.3)) {
    const body = { paths: [chance.pick(ALLOWED)], reason: "It belongs to it." };
    await call(caller, {
      op: "allowPaths",
      path: `${path}/${chance.pick(limited)}/allowances`,
      body,
      isKeyed: true,
    });
    return;
  }
  const task = { role: "builder", title: "A part", instruction: "Only this.", boundaries: LIMITS };
  const made = await call(caller, {
    op: "createTasks",
    path,
    body: { tasks: [task] },
    isKeyed: true,
  });
  const [one] = (made.ok ? made.reply.tasks : []) as { id: string }[];
  if (one) limited.push(one.id);
}
