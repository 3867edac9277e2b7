import type { RoomView } from "@squadroom/core/kernel/view";
import { openBlockers } from "@squadroom/core/task/blockers";
import type { Blocker, Task } from "@squadroom/core/task/task";
import { type ReactNode, useState } from "react";
import { ActForm } from "../../act/act-form.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import { Since } from "../../clock/time.tsx";
import { useMay } from "../../live/allowed.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { Section } from "./result.tsx";

/** What keeps the task's agent from continuing, and for people the way to close it. */
export function Blockers({ task, room }: { task: Task; room: RoomView["name"] }): ReactNode {
  const open = openBlockers(task);
  if (open.length === 0) return null;
  return (
    <Section title="Blockers">
      <ul className="ts-list">
        {open.map((blocker) => (
          <li key={blocker.id} className="ts-blocker">
            <OneBlocker task={task} room={room} blocker={blocker} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OneBlocker({
  task,
  room,
  blocker: { id, description, requiresAgent, since },
}: {
  task: Task;
  room: string;
  blocker: Blocker;
}): ReactNode {
  const [isClosing, setClosing] = useState(false);
  const canClose = useMay("closeBlocker");
  return (
    <>
      <p>{plainText(description)}</p>
      <p className="small muted">
        <Since at={since} ago />
        {requiresAgent !== null && <> · {say`needs ${plainText(requiresAgent)}`}</>}
      </p>
      {isClosing ? (
        <CloseForm task={task} room={room} id={id} onCancel={() => setClosing(false)} />
      ) : (
        canClose && (
          <Button aria-label={say`Close the blocker: ${plainText(description)}`} onClick={() => setClosing(true)}>
            Close the blocker
          </Button>
        )
      )}
    </>
  );
}

function CloseForm({
  task,
  room,
  id,
  onCancel,
}: {
  task: Task;
  room: string;
  id: number;
  onCancel: () => void;
}): ReactNode {
  const form = useActForm("closeBlocker", {
    draft: `task:${room}:${task.id}:blocker:${id}`,
    start: { note: "" },
    gives: ({ note }) => ({
      params: { room, taskId: task.id, blocker: id },
      body: { note: note.trim() },
    }),
    said: () => `The blocker of ${task.id} is closed`,
  });
  return (
    <ActForm form={form} label="Close the blocker" className="ta-form" cancel="Keep as is" onCancel={onCancel}>
      <Area {...form.at("note")} label="What you did about it, for the agent (optional)" autoFocus />
    </ActForm>
  );
}
