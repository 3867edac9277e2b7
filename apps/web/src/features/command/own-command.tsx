import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { CommandLine } from "../../ui/command-line.tsx";

/** The name of `squadroom` on the server's machine; `null` for somebody who cannot run it there. */
export function useOwnCommand(): string | null {
  const query = useQuery({
    queryKey: ["command"],
    queryFn: () => call("getCommand"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data?.command ?? null;
}

/**
 * A line for a terminal on the server's machine, which runs as copied; nothing for somebody who has none there. Of the
 * program's path, which may be quoted, only its name is shown.
 */
export function OwnCommand({ args }: { args: string }): ReactNode {
  const command = useOwnCommand();
  if (command === null) return null;
  const short = command.replace(/^'?\/.*\/([^/']+)'?$/, "$1");
  return <CommandLine line={`${command} ${args}`} shown={`${short} ${args}`} />;
}
