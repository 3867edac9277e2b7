import type { WorkRun } from "@squadroom/core/run/runner-contract";
import { beginningOf } from "./cut-text.ts";
import { wordsOf } from "./harness/desk.ts";

type Order = WorkRun["orders"][number];

/**
 * Orders for a run, each carried out once: reported until the room knows the outcome.
 *
 * @param carryOut what it throws is the reason for a failure
 */
export function createOrders(
  carryOut: (order: Order) => Promise<void>,
  settle: (orderId: string, note: string) => Promise<unknown>,
) {
  const settled = new Map<string, Promise<string>>();
  return async function obey(orders: readonly Order[]): Promise<void> {
    await Promise.all(
      orders.map(async (order) => {
        const outcome =
          settled.get(order.id) ??
          carryOut(order).then(
            () => "",
            (error) => wordsOf(error),
          );
        settled.set(order.id, outcome);
        await settle(order.id, beginningOf(await outcome, 500));
      }),
    );
  };
}
