import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import type { ReactNode } from "react";
import { explain, isRefused } from "../live/api.ts";
import { Button, buttonClass } from "./button.tsx";
import { Problem } from "./problem.tsx";

/** What can't be shown: why, with a way to try again; or, if there is no such thing, what to do instead. */
export function NotLoaded({
  title,
  error,
  again,
  missing,
  way,
}: {
  title: string;
  error: unknown;
  again: () => unknown;
  /** Said in place of the error if the server refused with one of `codes`: trying again wouldn't help. */
  missing?: { title: string; text: ReactNode; codes: readonly RefusalCode[] };
  /** Another way on; the first one if trying again isn't one. */
  way?: (className: string) => ReactNode;
}): ReactNode {
  const { message, code } = explain(error);
  if (missing && isRefused(error, ...missing.codes))
    return (
      <Problem tone="warn" title={missing.title} code={code} actions={way?.(buttonClass("primary"))}>
        {missing.text}
      </Problem>
    );
  return (
    <Problem
      title={title}
      code={code}
      actions={
        <>
          <Button kind="primary" onClick={() => void again()}>
            Try again
          </Button>
          {way?.(buttonClass())}
        </>
      }
    >
      {message}
    </Problem>
  );
}
