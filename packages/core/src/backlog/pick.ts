import { actingOn } from "../agent/acting.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import type { NewTask } from "../task/task.ts";
import { findRole } from "../team/team.ts";
import { movable } from "./acting.ts";
import type { BacklogItem } from "./item.ts";

/** The entry point gets a task for the item. */
export function decidePick(
  room: Room,
  command: CommandOf<"pickItem">,
  context: Pick<Context, "now">,
): RulingOn<"pickItem"> {
  const acting = actingOn(room, command.by);
  if (!acting.ok) return acting;
  const found = movable(room, command.itemId, "pick", command.by);
  if (!found.ok) return found;
  const { item } = found;
  const task = taskFor(room, item, acting.createdBy, context.now);
  const data = { itemId: item.id, taskId: task.id, task, why: "asked" as const };
  const picked: ActedFact = { type: "backlog.picked", data, actor: acting.actor };
  return accept([...acting.events, picked], {
    itemId: item.id,
    taskId: task.id,
    to: task.role,
  });
}

/** The entry point's task for an item. */
export function taskFor(room: Room, item: BacklogItem, createdBy: NewTask["createdBy"], now: number): NewTask {
  const role = room.team.entryPoint;
  const id = nextTaskId(room.numbers, findRole(room.team, role)?.prefix ?? "TASK");
  const { title, body, priority } = item;
  const draft = { role, title, instruction: body.trim() === "" ? title : body, priority };
  return {
    ...newTask(draft, id, now),
    createdBy,
    origin: { kind: "backlog", messageId: null },
  };
}
