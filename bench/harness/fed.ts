export type FeedCommand =
  /** Stands in front of the server at this port; answers with its own. */
  | { type: "open"; port: number }
  /** Says the reports that it has seen again and again, evenly. */
  | { type: "pace"; perSecond: number; seconds: number };

export interface FeedResult {
  port: number;
  events: number;
  seconds: number;
}
