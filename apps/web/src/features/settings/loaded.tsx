import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** What a list shows once it is loaded; before, its static shape; if it failed, why. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isPending" | "refetch">;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <SkeletonRows rows={5} />;
  return <NotLoaded title="Couldn't load this." error={query.error} again={query.refetch} />;
}
