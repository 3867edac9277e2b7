import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AllowedHere } from "../../live/allowed.ts";
import { serve, show } from "../../testing/page.fixture.tsx";
import { ChangedFiles, ShowChanges } from "./index.ts";

const DIFF = { id: "file-1", name: "changes.diff", type: "text/x-diff", size: 900 };
const long = Array.from({ length: 700 }, (_, i) => `+line ${i + 1}`).join("\n");
const TEXT = `--- a/src/refund/index.ts
+++ b/src/refund/index.ts
@@ -1 +1 @@
-old
+new
--- /dev/null
+++ b/src/order/index.ts
@@ -0,0 +1,700 @@
${long}
`;
/** It is fetched when it is first opened. */
const dialogOf = (task: string) => eventually(() => screen.getByRole("dialog", { name: `What ${task} changed` }));
const stored = { getAttachment: () => ({ content: btoa(TEXT) }) as never };

test("a result names its files, and opens its diff with what each file gained and lost", async () => {
  serve(stored);
  const changes = { added: 701, removed: 1, files: ["a.ts", "b.ts", "c.ts"], fileCount: 3 };
  const result = { changes, diff: DIFF } as never;
  const { user } = await show(<ChangedFiles room="r" taskId="DEV-1" result={result} most={2} />);
  const files = within(screen.getByRole("list", { name: "3 files" }));
  expect(files.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Ma.ts", "Mb.ts", "and 1 more file"]);
  expect(screen.getByText("3 files, +701 −1")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the changes" }));
  const dialog = within(await dialogOf("DEV-1"));
  // Two files of one name are told apart.
  const tabs = await dialog.findByRole("group", { name: "Files" });
  expect([...tabs.children].map((tab) => tab.textContent)).toEqual(["refund/index.ts+1−1", "order/index.ts+700"]);
});

test("lines are commented on in the dialog, and Escape closes the comment alone", async () => {
  const asked = serve({
    ...stored,
    commentLines: () => ({ commentIds: ["c1"], taskId: "DEV-1", outcome: "finding", seq: 1 }),
  });
  const changes = { added: 701, removed: 1, files: ["a.ts"], fileCount: 1 };
  const result = { changes, diff: DIFF } as never;
  const { user } = await show(
    <AllowedHere.Provider value={["commentLines"]}>
      <ChangedFiles room="r" taskId="DEV-1" result={result} />
    </AllowedHere.Provider>,
  );
  await user.click(screen.getByRole("button", { name: "Show the changes" }));
  const dialog = within(await dialogOf("DEV-1"));
  const line = await dialog.findByRole("button", { name: "Comment on line 1" });
  await user.click(line);
  await user.keyboard("{Escape}");
  expect(dialog.queryByRole("textbox")).toBeNull();
  await user.click(line);
  await user.type(dialog.getByRole("textbox"), "Say why.");
  await user.click(dialog.getByRole("button", { name: "Comment" }));
  await eventually(() => expect(dialog.queryByRole("textbox")).toBeNull());
  expect(asked.at(-1)?.body).toMatchObject({ task: "DEV-1", comments: [{ line: 1 }] });
});

test("a long file is folded, and opens whole", async () => {
  serve({ ...stored, getTask: () => ({ task: { result: { diff: DIFF } }, reviews: [] }) as never });
  const { user } = await show(<ShowChanges room="r" taskId="DEV-1" changes={{ added: 701, removed: 1 }} />);
  await user.click(screen.getByRole("button", { name: /^Show the changes of DEV-1: \+701/ }));
  const dialog = within(await dialogOf("DEV-1"));
  await user.click(await dialog.findByRole("button", { name: /^order/ }));
  const lines = within(dialog.getByRole("region", { name: "src/order/index.ts" }));
  expect(lines.getByText("line 300")).toBeTruthy();
  expect(lines.queryByText("line 301")).toBeNull();
  await user.click(lines.getByRole("button", { name: "Show 400 more lines" }));
  expect(lines.getByText("line 700")).toBeTruthy();
});
