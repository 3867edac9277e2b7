import { closePanel, openPanel, useOpened } from "../../panel/address.ts";
import { enterPanel } from "../../panel/enter.ts";

export function openItem(itemId: number | null): void {
  if (itemId === null) closePanel("item");
  else void openPanel("item", itemId);
}

/** The item that the address names. */
export function useOpenItem(): number | null {
  return useOpened("item");
}

/** From its row: opens it or, if it is open, leads into its panel. */
export function toggleItem(itemId: number, openId: number | null): void {
  if (itemId === openId) enterPanel();
  else openItem(itemId);
}
