import { readDiff } from "@squadroom/core/task/diff";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Refused, serve, show } from "../../testing/page.fixture.tsx";
import { DiffView } from "./diff-view.tsx";

const { files: FILES } = readDiff(`--- a/src/refund.ts
+++ b/src/refund.ts
@@ -9,3 +9,4 @@
 begin
-old
+one
+two
 end
`);
const line = (name: string) => screen.getByRole("button", { name });

test("lines are chosen, and a comment on them is sent to the review; what is refused stays written", async () => {
  let isRefused = true;
  const asked = serve({
    commentLines: () =>
      isRefused
        ? new Refused("task_state", "DEV-1 was cancelled.")
        : { commentIds: ["c1"], taskId: "DEV-1", outcome: "finding", seq: 1 },
  });
  const comments = { room: "checkout", subject: { task: "DEV-1" } };
  const { user } = await show(<DiffView files={FILES} findings={[]} comments={comments} />);
  await user.click(line("Comment on line 10 as it was"));
  expect(screen.getByRole("textbox", { name: "Comment on line 10" })).toBeTruthy();
  await user.click(line("Comment on line 10"));
  fireEvent.click(line("Comment on line 11"), { shiftKey: true });
  const box = screen.getByRole("textbox", { name: "Comment on lines 10 to 11" });
  await user.type(box, "Twice.");
  await user.click(screen.getByRole("button", { name: "Comment" }));
  expect(await screen.findByText("DEV-1 was cancelled.")).toBeTruthy();
  expect((box as HTMLTextAreaElement).value).toBe("Twice.");
  isRefused = false;
  await user.click(screen.getByRole("button", { name: "Comment" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  const place = { file: "src/refund.ts", side: "new", line: 10, endLine: 11 };
  expect(asked.at(-1)?.body).toEqual({
    task: "DEV-1",
    comments: [{ ...place, text: "Twice.", severity: "medium" }],
  });
});

test("a diff that nobody may comment on has no such buttons", async () => {
  await show(<DiffView files={FILES} findings={[]} />);
  expect(screen.queryByRole("button", { name: /^Comment/ })).toBeNull();
});
