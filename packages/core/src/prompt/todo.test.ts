import { expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { RoomView } from "../kernel/view.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { mailText } from "./context/task.ts";
import { inRoutes, inTools } from "./doors.ts";
import { todoOf } from "./todo.ts";

type Log = Driver["log"] | PipelineDriver["log"] | Discussions["log"];

/** The last message that the room wrote, as its reader gets it. */
function told({ view, log }: { view: RoomView; log: Log }): string {
  const sent = log.findLast(
    (event) => event.type === "message.sent" && event.actor.kind === "server" && event.data.mailTo.length > 0,
  );
  if (sent?.type !== "message.sent") throw new Error("the room wrote nothing");
  const { id, body, at, ...message } = sent.data.message;
  return mailText([{ id, body, at, from: "Squadroom", todo: todoOf(view as Room, message) }]);
}

it("what could start is told with the call that starts it, until that is answered", () => {
  const room = new PipelineDriver();
  room.begin("impl-only");
  for (const role of ["planner", "executor"]) room.endNext(role);
  const text = told(room);
  expect(text).toContain(
    "\n`squadroom dispatch 1` starts all. Name tasks to start only those; with `--in-order`, one after the other.\n",
  );
  expect(inTools(text)).toContain('`dispatch_tasks {"sessionId":1}` starts all.');
  const by = room.agents.coordinator as AgentCaller;
  room.run({ type: "dispatch", by, sessionId: 1, taskIds: [], inOrder: false });
  expect(told(room)).not.toContain("squadroom dispatch");
});

it("a round that blocks is told with the call that prints it whole", () => {
  const room = new Discussions(["reviewer", "architect", "coordinator"]);
  room.finish(room.analyst);
  room.judge([{ rating: 1 }, { rating: 1 }]);
  const text = told(room);
  expect(text).toContain("\nThe whole discussion: `squadroom session show 1 --round DISCUSS-001`\n");
  expect(inTools(text)).toContain('The whole discussion: `show_session {"sessionId":1}`');
});

it("a request for help names the call that closes the blocker, as long as it is open", () => {
  const room = Driver.room("squad");
  const bo = room.join("Bo", "builder");
  room.join("Pia", "planner");
  room.run(room.create(LEAD, [{ role: "builder", title: "Build it" }]));
  const { id: taskId, lease } = room.claim(bo);
  const blockers = [{ description: "No key.", requiresAgent: "planner" }];
  const progress = { type: "progress", by: bo, taskId, fence: lease.fence, progress: { blockers } };
  room.run(progress as never);
  expect(told(room)).toContain("\nClose it with `squadroom task close-blocker DEV-001 1 NOTE`.\n");
  expect(inTools(told(room))).toContain('Close it with `close_blocker {"taskId":"DEV-001","blocker":1}` with `note`.');
  expect(inRoutes(told(room))).toContain("`POST …/tasks/DEV-001/blockers/1/close with note`");
  room.run({ type: "closeBlocker", by: LEAD, taskId, blockerId: 1, note: "Done." } as never);
  expect(inTools(told(room))).not.toContain("close_blocker");
});
