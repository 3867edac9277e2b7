import { useKeys } from "../../keys/keys.ts";
import type { Acts } from "./acts.ts";
import type { Asides } from "./use-asides.ts";
import type { OpenRow } from "./use-open-row.ts";
import { t } from "./words.ts";

/** What the list does by key, always with the row that is open. */
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
    label: t("keys.nth"),
    shown: i === 0 ? "1 … 9" : null,
    answers: true,
    run: () => acts.of(row.id)?.nth(i + 1),
  }));
  useKeys([
    { keys: "j", group, label: t("keys.next"), run: () => row.step(1) },
    { keys: "k", group, label: t("keys.previous"), run: () => row.step(-1) },
    {
      keys: "a",
      group,
      label: t("keys.first"),
      answers: true,
      run: () => acts.of(row.id)?.first(),
    },
    {
      keys: "r",
      group,
      label: t("keys.reject"),
      answers: true,
      run: () => acts.of(row.id)?.reject(),
    },
    ...nth,
    { keys: "x", group, label: t("keys.select"), run: onSelect },
    { keys: "z", group, label: t("keys.undo"), run: onTakeBack },
    { keys: "n", group, label: t("keys.showNew"), run: onShowNew },
    { keys: "h", group, label: t("keys.handOver"), run: () => asides.askOpen("hand over") },
    { keys: "s", group, label: t("keys.snooze"), run: () => asides.askOpen("snooze") },
    { keys: "o", group, label: t("keys.place"), run: asides.goOpen },
  ]);
}
