import { relative } from "node:path";
import type { Place } from "./workplace.ts";

const HOW = "Your harness brings you each next task by itself when you end your turn: end it instead of waiting.";

const checkedText = (names: readonly string[]): string =>
  `These checks are run for you when you end a task, and what you report of them yourself isn't used: ${names.join(", ")}.`;

/** The role's prompt, and what holds for a run that starts in this folder. */
export function systemText(prompt: string, place: Where, checkNames: readonly string[], harness: string): string {
  const checked = checkNames.length > 0 ? [checkedText(checkNames)] : [];
  const how = harness === "command" ? [] : [HOW];
  return [prompt, ...how, rootText(place), ...checked].join("\n");
}

type Where = Pick<Place, "folder" | "root">;

function rootText({ folder, root }: Where): string {
  if (folder !== root)
    return `The repository's root is ${root}, and you stand in ${relative(root, folder)}, your part of it: work in the repository, and nowhere else. Paths in tasks, boundaries and what you report are from its root.`;
  return `The project root is ${folder}: work there, and nowhere else.`;
}

/** The folder that a conversation knows as its project's root: given when it starts, and after a move to another. */
export function createRoot() {
  let known = "";
  const told = ({ folder }: Where): void => {
    known = folder;
  };
  return {
    told,
    newIn(place: Where): string {
      if (place.folder === known) return "";
      told(place);
      return `${rootText(place)}\n\n`;
    },
  };
}

/** What the agent reads before a task that it also had in its last turn. */
export function againText(taskId: string, wasLimited: boolean, failure: string): string {
  if (failure !== "" && !wasLimited) return `Your last turn failed: ${failure}\nGo on with ${taskId}.\n\n`;
  return wasLimited
    ? `Your provider took nothing for a while. Go on with ${taskId}.\n\n`
    : `You still hold ${taskId}, and your last turn ended without handing it on or completing it. End it, or say what it waits for.\n\n`;
}
