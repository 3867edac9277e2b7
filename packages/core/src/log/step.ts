import type { RoomEvent } from "./event.ts";
import type { RoomView } from "./view.ts";

/** One event between the view that it met and the view that it made. */
export interface Step {
  event: RoomEvent;
  before: RoomView;
  after: RoomView;
}
