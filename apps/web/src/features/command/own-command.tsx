import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { CommandLine } from "../../ui/command-line.tsx";

/** What `squadroom` is called on the server's machine; `null` for whoever cannot run it there. */
export function useOwnCommand(): string | null {
  const query = useQuery({
    queryKey: ["command"],
    queryFn: () => call("getCommand"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data?.command ?? null;
}

/** A line for a terminal on the server's machine, which runs as it stands; nothing for whoever has none there. */
export function OwnCommand({ args }: { args: string }): ReactNode {
  const command = useOwnCommand();
  return command && <CommandLine line={`${command} ${args}`} />;
}
