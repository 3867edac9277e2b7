import type { Rules } from "../room/replies.ts";
import type { RunCommand } from "./command.ts";
import { decideRequestRun } from "./request.ts";
import {
  decideChangeRunner,
  decideConnectRunner,
  decideForgetRunner,
  decideLeaveRunner,
  decideReturnRunner,
  decideSetRunner,
  decideTakeStarts,
} from "./runner.ts";
import { decideOrderRun, decideReportRun, decideSeatRun, decideStopRuns } from "./runs.ts";

/** Who rules on what is said about runners and runs. */
export const runRules: Rules<RunCommand["type"]> = {
  connectRunner: decideConnectRunner,
  leaveRunner: decideLeaveRunner,
  returnRunner: decideReturnRunner,
  changeRunner: decideChangeRunner,
  takeStarts: decideTakeStarts,
  setRunner: decideSetRunner,
  forgetRunner: decideForgetRunner,
  seatRun: decideSeatRun,
  reportRun: decideReportRun,
  requestRun: decideRequestRun,
  orderRun: decideOrderRun,
  stopRuns: decideStopRuns,
};
