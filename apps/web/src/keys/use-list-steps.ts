import { useState } from "react";
import { useKeys } from "./keys.ts";

/** The keys that step through a page's list (`data-list-item`). @returns that page, and its ref */
export function useListSteps(next: string, previous: string) {
  const [page, setPage] = useState<HTMLDivElement | null>(null);
  const step = (by: 1 | -1): void => {
    const links = [...(page?.querySelectorAll<HTMLElement>("[data-list-item]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useKeys([
    { keys: "j", group: "list", label: next, run: () => step(1) },
    { keys: "k", group: "list", label: previous, run: () => step(-1) },
  ]);
  return [page, setPage] as const;
}
