/** Most webhooks that this process sends to at once. */
export const LANES = 20;
/** Most of one room at once: it may have many, and none of them has to answer. */
export const LANES_OF_ROOM = 4;
/** Most whose last delivery failed: however many hang, the others have lanes of their own. */
export const LANES_FAILING = 10;

/** A webhook with something to send, or a lane that sends to one. */
export interface Lane {
  roomId: string;
  webhookId: string;
  isFailing: boolean;
}

/**
 * Who gets the free lanes.
 *
 * @param waiting the one that waits longest comes first; a webhook has one lane at a time
 */
export function freeLanes(waiting: readonly Lane[], busy: readonly Lane[]): Lane[] {
  const taken = [...busy];
  const count = (is: (lane: Lane) => boolean) => taken.filter(is).length;
  const chosen = waiting.filter((lane) => {
    if (taken.length >= LANES) return false;
    if (taken.some((other) => other.webhookId === lane.webhookId)) return false;
    if (count((other) => other.roomId === lane.roomId) >= LANES_OF_ROOM) return false;
    if (lane.isFailing && count((other) => other.isFailing) >= LANES_FAILING) return false;
    taken.push(lane);
    return true;
  });
  return chosen;
}
