import type { ReactNode } from "react";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { wordsOf } from "../words/words-of.ts";

/** Nothing came back, or nothing of use. */
export function Unreachable({
  error,
  onAgain,
}: {
  error: unknown;
  onAgain: () => void;
}): ReactNode {
  const { t } = wordsOf("shell");
  return <NotLoaded title={t("unreachable")} error={error} again={onAgain} />;
}
