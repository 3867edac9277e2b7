import { closePanel, openPanel, useOpened } from "../../panel/address.ts";
import { enterPanel } from "../../panel/enter.ts";

/** Pages of a room that have a place for a task's panel. */
const WITH_TASKS = /^\/rooms\/[^/]+(\/work|\/replay|\/(?:sessions|runs)\/\d+|\/sessions\/\d+\/timeline)?\/?$/;

/** Opens a task's panel from anywhere; `null` closes it. */
export function openTask(taskId: string | null): void {
  if (taskId === null) return closePanel("task");
  const [, room] = /^(\/rooms\/[^/]+)/.exec(location.pathname) ?? [];
  const isHere = room === undefined || WITH_TASKS.test(location.pathname);
  void openPanel("task", taskId, isHere ? null : { path: `${room}/work` });
}

/** The task that the address names. */
export function useOpenTask(): string | null {
  return useOpened("task");
}

/** From its row: opens it or, if it is open, leads into its panel. */
export function toggleTask(taskId: string, openId: string | null): void {
  if (taskId === openId) enterPanel();
  else openTask(taskId);
}
