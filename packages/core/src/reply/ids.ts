import { numberedId, toReplyId } from "./fields.ts";
import type { Mending } from "./mending.ts";
import { isRecord } from "./read-json.ts";
import { excerpt, type Path } from "./repair.ts";

/** Every element gets an id of its own: the first that has one keeps it. */
export function mendIds(elements: readonly unknown[], prefix: string, { path, repairs }: Mending) {
  const items = elements.filter(isRecord);
  const given = new Set(items.map(({ id }) => id));
  const taken = new Set<unknown>();
  for (const [place, element] of elements.entries()) {
    if (!isRecord(element)) continue;
    const { id } = element;
    if (id === undefined) {
      element.id = firstFree((number) => `${prefix}${number}`, place + 1, given);
      repairs.add("id_made", [...path, place, "id"], `It had no id and got ${element.id}.`);
    } else if (typeof id === "string" && taken.has(id)) {
      element.id = firstFree((number) => numberedId(id, number), 2, given);
      const message = `Another one has the id ${id}; this one got ${element.id}.`;
      repairs.add("id_changed", [...path, place, "id"], message);
    }
    taken.add(element.id);
    given.add(element.id);
  }
}

function firstFree(idOf: (number: number) => string, from: number, taken: Set<unknown>): string {
  for (let number = from; ; number += 1) if (!taken.has(idOf(number))) return idOf(number);
}

/**
 * Ids that refer to elements of a list: as given, whatever their case, or by the title of the element with the id. What
 * names nothing stays as it is.
 */
export function resolveReferences(value: unknown, mending: Mending): void {
  if (!isRecord(value)) return;
  const { approaches, recommendation, tasks } = value;
  if (Array.isArray(approaches) && typeof recommendation === "string")
    value.recommendation = resolver(approaches, mending)(recommendation, ["recommendation"]);
  if (!Array.isArray(tasks)) return;
  const resolve = resolver(tasks, mending);
  for (const [i, task] of tasks.entries()) {
    if (!isRecord(task) || !Array.isArray(task.requires)) continue;
    task.requires = task.requires.map((one: unknown, j) =>
      typeof one === "string" ? resolve(one, ["tasks", i, "requires", j]) : one,
    );
  }
}

function resolver(named: readonly unknown[], { repairs }: Mending) {
  const ids = new Set<string>();
  const byName = new Map<string, string>();
  for (const { id, title } of named.filter(isRecord)) {
    if (typeof id !== "string") continue;
    ids.add(id);
    for (const name of [id, title]) if (typeof name === "string" && !byName.has(fold(name))) byName.set(fold(name), id);
  }
  return (given: string, path: Path): string => {
    if (ids.has(given)) return given;
    const id = byName.get(fold(given)) ?? byName.get(fold(toReplyId(given.trim())));
    if (id === undefined) return given;
    repairs.add("reference_changed", path, `${excerpt(given)} was read as ${id}.`);
    return id;
  };
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
