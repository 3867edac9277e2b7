import { expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { RoomView } from "../log/view.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import { mailText } from "./context/task.ts";
import { inTools } from "./doors.ts";
import { todoOf } from "./todo.ts";

type Log = PipelineDriver["log"] | Discussions["log"];

/** The last message that the room wrote, as its reader gets it. */
function told({ view, log }: { view: RoomView; log: Log }): string {
  const sent = log.findLast(
    (event) =>
      event.type === "message.sent" &&
      event.actor.kind === "server" &&
      event.data.mailTo.length > 0,
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
  expect(text).toContain(
    "\nThe whole discussion: `squadroom session show 1 --round DISCUSS-001`\n",
  );
  expect(inTools(text)).toContain('The whole discussion: `show_session {"sessionId":1}`');
});
