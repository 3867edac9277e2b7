import type { RoomView } from "@squadroom/core/kernel/view";
import { openBlockers } from "@squadroom/core/task/blockers";
import type { Blocker, Task } from "@squadroom/core/task/task";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { useMay } from "../../live/allowed.ts";
import { call } from "../../live/api.ts";
import { Area } from "../../ui/area.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { ActForm } from "./act-form.tsx";
import { Section } from "./result.tsx";

/** What keeps the task's agent from going on, and for people the way to close it. */
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
          <Button
            aria-label={say`Close the blocker: ${plainText(description)}`}
            onClick={() => setClosing(true)}
          >
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
  const draft = useDraft(`task:${room}:${task.id}:blocker:${id}`, { note: "" });
  const { note } = draft.value;
  const send = useMutation({
    mutationFn: () =>
      call("closeBlocker", {
        params: { room, taskId: task.id, blocker: id },
        body: { note: note.trim() },
      }),
    onSuccess: () => {
      draft.sent({ note });
      toast(`The blocker of ${task.id} is closed`);
    },
  });
  return (
    <ActForm draft={draft} send={send} confirm="Close the blocker" onCancel={onCancel}>
      {() => (
        <Area
          label="What you did about it, for the agent (optional)"
          value={note}
          onChange={(text) => draft.edit({ note: text })}
          autoFocus
        />
      )}
    </ActForm>
  );
}
