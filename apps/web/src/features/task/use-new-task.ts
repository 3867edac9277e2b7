import type { RoomCard } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Draft, useDraft } from "../../drafts/use-draft.ts";
import { may } from "../../live/allowed.ts";
import { call, explain, newKey } from "../../live/api.ts";
import { useRooms } from "../../live/rooms.ts";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

export const CRITERION_MAX = 500;
export const CRITERIA_MAX = 50;

const START = {
  room: "",
  title: "",
  role: "",
  instruction: "",
  criteria: "",
  requires: [] as string[],
};

interface NewTask {
  form: Draft<typeof START>;
  /** The room that it is for; empty until one is chosen. */
  chosen: string;
  role: string;
  view: RoomSnapshot["view"] | undefined;
  isAllowed: boolean;
  /** What is wrong with the form, once somebody tried to send it. */
  missing: { room: boolean; title: boolean; instruction: boolean; criteria: boolean };
  problem: string | null;
  submit: () => void;
  isFilled: (role: string) => boolean;
  cards: readonly RoomCard[];
}

/** A task as it is written, and how it is sent, once. */
export function useNewTask(room: string, onClose: () => void): NewTask {
  const cards = useRooms().data ?? [];
  const form = useDraft(`new-task:${room}`, START);
  const [isBusy, setBusy] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(newKey);
  const chosen = room || form.value.room;
  const state = useQuery({
    queryKey: ["new-task", chosen],
    queryFn: () => call("getRoom", { params: { room: chosen }, query: { events: 0 } }),
    enabled: chosen !== "",
    structuralSharing: false,
    // Its tasks are those of now.
    gcTime: 0,
  }).data;
  const { title, instruction } = form.value;
  const roles = state?.view.team?.roles ?? [];
  const role = roles.some(({ name }) => name === form.value.role)
    ? form.value.role
    : (state?.view.team?.entryPoint ?? "");
  const criteria = linesOf(form.value.criteria);
  const isAllowed = state === undefined || may(state, "createTasks");
  const missing = {
    room: chosen === "",
    title: title.trim() === "",
    instruction: instruction.trim() === "",
    criteria: criteria.length > CRITERIA_MAX || criteria.some((one) => one.length > CRITERION_MAX),
  };
  const create = async (): Promise<void> => {
    const { requires } = form.value;
    const { tasks } = await call("createTasks", {
      key,
      params: { room: chosen },
      body: {
        tasks: [
          {
            role,
            title: title.trim(),
            instruction,
            ...(criteria.length > 0 ? { successCriteria: criteria } : {}),
            ...(requires.length > 0 ? { requires } : {}),
          },
        ],
      },
    });
    form.sent(form.value);
    onClose();
    toast(say`Created ${tasks[0]?.id ?? ""} in ${chosen}.`);
  };
  const submit = (): void => {
    setTried(true);
    if (isBusy || !isAllowed || role === "" || Object.values(missing).includes(true)) return;
    setBusy(true);
    setProblem(null);
    create()
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  const members = cards.find(({ name }) => name === chosen)?.members ?? [];
  return {
    form,
    chosen,
    role,
    view: state?.view,
    isAllowed,
    missing: wasTried ? missing : NOTHING,
    problem,
    submit,
    isFilled: (name) => members.some(({ role: of, presence }) => of === name && presence !== null),
    cards,
  };
}

const NOTHING = { room: false, title: false, instruction: false, criteria: false };

/** One criterion a line; a dash in front of it is a habit. */
function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*[-*]\s+/, "").trim())
    .filter((line) => line !== "");
}
