import type { Rules } from "../kernel/command.ts";
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

/** Which rules decide what runners and people say about runners and runs. */
export const runRules = {
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
} satisfies Partial<Rules>;
