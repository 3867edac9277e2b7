import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { wordsOf } from "../../words/words-of.ts";
import { BudgetsSection } from "./budgets-section.tsx";
import { ModelsSection } from "./models-section.tsx";

/** How the room's sessions follow each other. */
export function SessionsSection({ state }: { state: RoomState }): ReactNode {
  const { t } = wordsOf("settings");
  const { roomId, options, seq } = state.view;
  // What was chosen is shown until the room's log has it, so that the box does not flicker.
  const [chosen, setChosen] = useState<{ isOn: boolean; seq: number } | null>(null);
  const set = useMutation({
    mutationFn: (askBeforeNext: boolean) =>
      call("setRoomOptions", { params: { room: roomId }, body: { askBeforeNext } }),
    onSuccess: (done) => {
      setChosen({ isOn: done.askBeforeNext, seq: done.seq });
      toast(t(done.askBeforeNext ? "sessions.on" : "sessions.off"));
    },
    onError: () => setChosen(null),
  });
  const isOn = chosen !== null && chosen.seq > seq ? chosen.isOn : options.askBeforeNext;
  const choose = (wanted: boolean): void => {
    setChosen({ isOn: wanted, seq: Number.POSITIVE_INFINITY });
    set.mutate(wanted);
  };
  return (
    <>
      <section>
        <div className="st-head">
          <h2>{t("sessions.title")}</h2>
          <p className="small muted">{t("sessions.text")}</p>
        </div>
        <label className="st-check">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby="ask-before-next"
            onChange={(event) => choose(event.target.checked)}
          />
          {t("sessions.ask")}
        </label>
        <p id="ask-before-next" className="small muted st-help">
          {t("sessions.askHelp")}
        </p>
        {set.error && <Note tone="bad">{explain(set.error).message}</Note>}
      </section>
      <BudgetsSection state={state} />
      <ModelsSection state={state} />
    </>
  );
}
