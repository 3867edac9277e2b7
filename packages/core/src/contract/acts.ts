import type { CommandsIn, RepliesIn } from "../kernel/act.ts";
import type { contracts } from "./routes.ts";

type ActCommands = CommandsIn<typeof contracts>;
type ActReplies = RepliesIn<typeof contracts>;

declare module "../kernel/command.ts" {
  /** Commands that acts of the contract send: none is written anywhere else. */
  interface Commands extends ActCommands {}
  interface Replies extends ActReplies {}
}
