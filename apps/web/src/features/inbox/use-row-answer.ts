import { useRef, useState } from "react";
import { explain, newKey } from "../../live/api.ts";
import type { Answered } from "./acts.ts";

/** Sends the answer given in a row, and reports how that went. */
export function useRowAnswer({ onSend, onOutcome }: Pick<Answered, "onSend" | "onOutcome">) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** One answer is one, however often it is tried; a refusal uses it up. */
  const key = useRef(newKey());
  const send = (call: (key: string) => Promise<unknown>, label: string): void => {
    setBusy(true);
    setProblem(null);
    onSend();
    call(key.current)
      .then(() => onOutcome({ kind: "mine", label, canUndo: false }))
      .catch((error: unknown) => {
        key.current = newKey();
        setProblem(explain(error).message);
      })
      .finally(() => setBusy(false));
  };
  return { send, isBusy, problem };
}
