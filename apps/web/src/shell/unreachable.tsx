import type { ReactNode } from "react";
import { explain } from "../live/api.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
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
  const { message, code } = explain(error);
  return (
    <Problem
      title={t("unreachable.title")}
      code={code}
      actions={
        <Button kind="primary" onClick={onAgain}>
          {t("unreachable.again")}
        </Button>
      }
    >
      <p>{message}</p>
    </Problem>
  );
}
