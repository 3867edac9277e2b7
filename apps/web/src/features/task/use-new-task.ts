import type { RoomCard } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import { useQuery } from "@tanstack/react-query";
import { type ActFormState, useActForm } from "../../act/use-act-form.ts";
import { may } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import { useRooms } from "../../live/rooms.ts";
import { say } from "../../words/say.tsx";

const CRITERION_MAX = 500;
const CRITERIA_MAX = 50;

const START = {
  title: "",
  role: "",
  instruction: "",
  successCriteria: "",
  requires: [] as string[],
};

interface NewTask {
  form: ActFormState<typeof START & { room: string }>;
  /** The room that it is for; empty until one is chosen. */
  chosen: string;
  role: string;
  view: RoomSnapshot["view"] | undefined;
  isAllowed: boolean;
  isFilled: (role: string) => boolean;
  cards: readonly RoomCard[];
}

/** A task being written, and how it is sent, once. */
export function useNewTask(room: string, onClose: () => void): NewTask {
  const cards = useRooms().data ?? [];
  const form: NewTask["form"] = useActForm("createTasks", {
    draft: `new-task:${room}`,
    start: START,
    own: { room: "" },
    lacks: ({ title, instruction, successCriteria }) => ({
      whole: chosen === "" ? "Choose a room for the task." : !isAllowed || role === "",
      title: title.trim() === "" && "Give the task a title.",
      instruction: instruction.trim() === "" && "Say what the agent should do.",
      successCriteria:
        (linesOf(successCriteria).length > CRITERIA_MAX ||
          linesOf(successCriteria).some((one) => one.length > CRITERION_MAX)) &&
        "At most 50 lines of 500 characters.",
    }),
    gives: ({ title, instruction, successCriteria, requires }) => {
      const criteria = linesOf(successCriteria);
      const task = {
        role,
        title: title.trim(),
        instruction,
        ...(criteria.length > 0 ? { successCriteria: criteria } : {}),
        ...(requires.length > 0 ? { requires } : {}),
      };
      return { params: { room: chosen }, body: { tasks: [task] } };
    },
    said: ({ tasks }) => say`Created ${tasks[0]?.id ?? ""} in ${chosen}.`,
    onDone: onClose,
  });
  const chosen = room || form.value.room;
  const state = useQuery({
    queryKey: ["new-task", chosen],
    queryFn: () => call("getRoom", { params: { room: chosen }, query: { events: 0 } }),
    enabled: chosen !== "",
    structuralSharing: false,
    // Only its present tasks are wanted.
    gcTime: 0,
  }).data;
  const roles = state?.view.team?.roles ?? [];
  const role = roles.some(({ name }) => name === form.value.role)
    ? form.value.role
    : (state?.view.team?.entryPoint ?? "");
  const isAllowed = state === undefined || may(state, "createTasks");
  const members = cards.find(({ name }) => name === chosen)?.members ?? [];
  return {
    form,
    chosen,
    role,
    view: state?.view,
    isAllowed,
    isFilled: (name) => members.some(({ role: of, presence }) => of === name && presence !== null),
    cards,
  };
}

/** One criterion per line; a leading dash is habit. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*[-*]\s+/, "").trim())
    .filter((line) => line !== "");
}
