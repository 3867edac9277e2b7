import { type ReactNode, useId, useState } from "react";
import { useAct } from "../../act/use-act.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";

const OPTIONS = {
  askBeforeNext: {
    label: "Ask before the next session starts",
    help: "When one ends and others are queued, a person says which is next, or that none starts now. Otherwise the first in the queue starts by itself.",
    on: "The room asks before the next session starts.",
    off: "The next session starts by itself.",
  },
  redactEmails: {
    label: "Redact e-mail addresses too",
    help: "From now on, each address becomes [email] in messages, tasks, files and output. What is stored already stays.",
    on: "E-mail addresses are redacted from now on.",
    off: "E-mail addresses are kept from now on.",
  },
  lockBoundaries: {
    label: "Lock a task’s boundaries when it is taken",
    help: "Whoever takes a task with allowed paths locks them until it ends. Meanwhile nobody takes another task that overlaps. Tasks that may change anything lock nothing.",
    on: "Tasks lock their boundaries from now on.",
    off: "Tasks lock nothing by themselves.",
  },
  lockWrites: {
    label: "Lock each file before it is first written",
    help: "An agent that asks before a tool writes locks the file for its task. Others are denied until the task ends.",
    on: "Files are locked before they are written.",
    off: "Agents only mind the locks that are there.",
  },
};

/** An option of the room that is on or off. */
export function OptionCheck({
  state,
  option,
}: {
  state: RoomState;
  option: "askBeforeNext" | "redactEmails" | "lockBoundaries" | "lockWrites";
}): ReactNode {
  const id = useId();
  const { roomId, options, seq } = state.view;
  // The choice is shown until the room's log has it, so that the box does not flicker.
  const [chosen, setChosen] = useState<{ isOn: boolean; seq: number } | null>(null);
  const set = useAct("setRoomOptions", {
    onDone: (done) => {
      const isOn = done[option] ?? false;
      setChosen({ isOn, seq: done.seq });
      toast(OPTIONS[option][isOn ? "on" : "off"]);
    },
    onFail: () => setChosen(null),
  });
  const isOn = chosen !== null && chosen.seq > seq ? chosen.isOn : (options[option] ?? false);
  const choose = (wanted: boolean): void => {
    setChosen({ isOn: wanted, seq: Number.POSITIVE_INFINITY });
    void set.send({ params: { room: roomId }, body: { [option]: wanted } });
  };
  return (
    <>
      <label className="st-check">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={(event) => choose(event.target.checked)}
        />
        {OPTIONS[option].label}
      </label>
      <p id={id} className="small muted st-help">
        {OPTIONS[option].help}
      </p>
      {set.problem && <Note tone="bad">{set.problem}</Note>}
    </>
  );
}
