import { aServer } from "../../server.fixture.ts";
import { retainIn } from "./step.ts";

/** A server process that deletes what is due in the rooms that it is told, and says what it deleted. */
const [, , url = ""] = process.argv;
const { runtime } = await aServer(url);
process.on("message", (room: string) => {
  void retainIn(runtime, room as never, "delete", runtime.clock.now()).then(
    (deleted) => process.send?.({ deleted }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ ready: true });
