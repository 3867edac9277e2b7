import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { wordsOf } from "../../words/words-of.ts";

/** What a list shows once it is there; before, its still shape; without it, why. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isPending" | "refetch">;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { t } = wordsOf("settings");
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <SkeletonRows rows={5} />;
  const { message, code } = explain(query.error);
  return (
    <Problem
      title={t("failed")}
      code={code}
      actions={
        <Button kind="primary" onClick={() => void query.refetch()}>
          {t("again")}
        </Button>
      }
    >
      {message}
    </Problem>
  );
}
