import type { ReactNode } from "react";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { t } from "./words.ts";

/** Nothing came back, or nothing of use. */
export function Unreachable({
  error,
  onAgain,
}: {
  error: unknown;
  onAgain: () => void;
}): ReactNode {
  return <NotLoaded title={t("unreachable")} error={error} again={onAgain} />;
}
