import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { newTask } from "./new-task.ts";

/** Where somebody who may create a task in this room does so. */
export function NewTaskButton({ state }: { state: RoomState }): ReactNode {
  if (!may(state, "createTasks")) return null;
  return (
    <Button keys="c" onClick={() => newTask.set(state.view.name)}>
      <Icon of={Plus} size="s" />
      New task
    </Button>
  );
}
