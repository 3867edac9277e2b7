import { closePanel, openPanel, useOpened } from "../../panel/address.ts";
import { enterPanel } from "../../panel/enter.ts";

export function openEntry(entryId: number | null): void {
  if (entryId === null) closePanel("entry");
  else void openPanel("entry", entryId);
}

/** The entry that the address names. */
export function useOpenEntry(): number | null {
  return useOpened("entry");
}

/** From its row: opens it or, if it is open, leads into its panel. */
export function toggleEntry(entryId: number, openId: number | null): void {
  if (entryId === openId) enterPanel();
  else openEntry(entryId);
}
