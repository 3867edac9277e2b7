import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

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
  // What was chosen is shown until the room's log has it, so that the box does not flicker.
  const [chosen, setChosen] = useState<{ isOn: boolean; seq: number } | null>(null);
  const set = useMutation({
    mutationFn: (isOn: boolean) =>
      call("setRoomOptions", { params: { room: roomId }, body: { [option]: isOn } }),
    onSuccess: (done) => {
      const isOn = done[option] ?? false;
      setChosen({ isOn, seq: done.seq });
      toast(t(`options.${option}.${isOn ? "on" : "off"}`));
    },
    onError: () => setChosen(null),
  });
  const isOn = chosen !== null && chosen.seq > seq ? chosen.isOn : (options[option] ?? false);
  const choose = (wanted: boolean): void => {
    setChosen({ isOn: wanted, seq: Number.POSITIVE_INFINITY });
    set.mutate(wanted);
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
        {t(`options.${option}.label`)}
      </label>
      <p id={id} className="small muted st-help">
        {t(`options.${option}.help`)}
      </p>
      {set.error && <Note tone="bad">{explain(set.error).message}</Note>}
    </>
  );
}
