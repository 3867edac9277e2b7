import { isOpen } from "../backlog/item.ts";
import type { DeliveryFacts } from "../delivery/facts.ts";
import type { Room } from "../kernel/room.ts";
import { waitingMessages } from "../message/queue.ts";
import type { Task } from "../task/task.ts";
import { findRole, type Role } from "../team/team.ts";
import type { Block } from "./context/budget.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { bullets, inline, section } from "./markdown.ts";

/** What the entry point needs to know about the backlog when it joins. */
export function backlogGuidance(role: Role): string | null {
  // A role that also builds has less room for words.
  if (role.priority > 0)
    return section("Backlog", "`squadroom backlog list`: work for later. `backlog pick ID` makes one your task.");
  return section(
    "Backlog",
    bullets([
      "Work for later, in order of priority. `squadroom backlog list` shows it; add what you notice with `backlog add '…'`. `backlog pick ID` makes an item your task, `backlog defer ID` defers one, `backlog put-back ID --reason '…'` reopens a picked one that nobody works on.",
      "While the room clears its backlog, keep going: `wait` hands you one item after another, the user's messages first. When its work ends, an item goes to a person for review: say what was done and how it was checked.",
    ]),
  );
}

/** The item that a task is the work on. */
export function backlogSection(room: Room, task: Task): Block[] {
  const itemId = room.backlog.work[task.id];
  const item = room.backlog.items.find(({ id }) => id === itemId);
  if (!item) return [];
  const isEntry = task.role === room.team.entryPoint;
  const { lastTry, note } = item;
  const labels = item.labels.length > 0 ? `, ${item.labels.map(inline).join(", ")}` : "";
  const words = (lead: string, text: string) =>
    prose({
      weight: WEIGHT.asked,
      floor: FLOOR.asked,
      lead,
      text,
      command: `squadroom backlog show ${item.id}`,
    });
  return [
    section(
      "Backlog item",
      bullets([
        `Item ${item.id}: ${inline(item.title)} (${item.priority}${labels}).`,
        isEntry
          ? `When all its work has ended, with your delivery to the user or with \`done\`, it goes to a person for review. \`squadroom backlog finish ${item.id} --summary "the result"\` sends it there earlier.`
          : `The ${findRole(room.team, room.team.entryPoint)?.name ?? "entry point"} is responsible for it; end your part as usual.`,
      ]),
    ),
    lastTry?.reason.trim() ? words(`The last attempt ${lastTry.how.replace("_", " ")}:`, lastTry.reason) : null,
    item.state === "picked" && note?.text.trim() ? words("A note about it:", note.text) : null,
  ];
}

/** Mode and queue, for the entry point, if there is something to say. */
export function modeOf(room: Room, task: Task): DeliveryFacts["mode"] {
  const { backlog, team } = room;
  if (task.role !== team.entryPoint) return null;
  const { workflowMode, paused } = backlog;
  const messagesWaiting = waitingMessages(room).length;
  const itemsOpen = backlog.items.filter(isOpen).length;
  const isClearing = workflowMode === "backlog_clearing";
  if (!isClearing && itemsOpen === 0 && messagesWaiting === 0) return null;
  return { workflowMode, paused: paused !== null, messagesWaiting, itemsOpen };
}

export function modeLine(room: Room, task: Task): string[] {
  const now = modeOf(room, task);
  if (!now) return [];
  const { messagesWaiting: waiting, itemsOpen: open, paused } = now;
  const isClearing = now.workflowMode === "backlog_clearing";
  const mode = isClearing ? `working through the backlog${paused ? " (paused)" : ""}` : "normal";
  const queue = waiting === 1 ? "1 user message waits" : `${waiting} user messages wait`;
  return [`Mode: ${mode}. ${queue} for you; ${open} backlog ${open === 1 ? "item is" : "items are"} open.`];
}
