import type { Ball } from "@squadroom/core/room/ball";

/**
 * Which stop of the chain has the ball. A role that is in the chain twice is placed by where the ball goes next: the
 * planner that passes on to the builder is the first one, the planner that answers you the second. A person who is
 * asked or told is at the end; before any request, at the start.
 */
export function chainPosition(chain: readonly string[], ball: Pick<Ball, "holder" | "role" | "next" | "why">): number {
  if (ball.holder === "you") return chain.length - 1;
  if (ball.holder === "nobody" || ball.role === null) return ball.why.kind === "delivered" ? chain.length - 1 : -1;
  const stops = chain.flatMap((stop, index) => (stop === ball.role ? [index] : []));
  return stops.find((index) => chain[index + 1] === ball.next) ?? stops[0] ?? -1;
}
