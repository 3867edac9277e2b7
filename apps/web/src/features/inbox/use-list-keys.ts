import { useKeys } from "../../keys/keys.ts";
import type { Acts } from "./acts.ts";
import type { Asides } from "./use-asides.ts";
import type { OpenRow } from "./use-open-row.ts";

/** What keys do in the list, always with the open row. */
export function useListKeys({
  acts,
  row,
  onSelect,
  onTakeBack,
  onShowNew,
  asides,
}: {
  acts: Acts;
  row: OpenRow;
  onSelect: () => void;
  onTakeBack: () => void;
  onShowNew: () => void;
  asides: Pick<Asides, "askOpen" | "goOpen">;
}): void {
  const group = "list" as const;
  const nth = Array.from({ length: 9 }, (_, i) => ({
    keys: String(i + 1),
    group,
    label: "Give the answer with this number",
    shown: i === 0 ? "1 … 9" : null,
    answers: true,
    run: () => acts.of(row.id)?.nth(i + 1),
  }));
  useKeys([
    { keys: "j", group, label: "Next", run: () => row.step(1) },
    { keys: "k", group, label: "Previous", run: () => row.step(-1) },
    {
      keys: "a",
      group,
      label: "First answer",
      answers: true,
      run: () => acts.of(row.id)?.first(),
    },
    {
      keys: "r",
      group,
      label: "Answer with a note, or turn down",
      answers: true,
      run: () => acts.of(row.id)?.reject(),
    },
    ...nth,
    { keys: "x", group, label: "Select", run: onSelect },
    { keys: "z", group, label: "Undo your last answer", run: onTakeBack },
    { keys: "n", group, label: "Show what is new", run: onShowNew },
    { keys: "h", group, label: "Hand over", run: () => asides.askOpen("hand over") },
    { keys: "s", group, label: "Snooze", run: () => asides.askOpen("snooze") },
    { keys: "o", group, label: "Open its session or room", run: asides.goOpen },
  ]);
}
