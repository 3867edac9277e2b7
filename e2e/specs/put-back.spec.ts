import { expect, test } from "../fixtures/test.ts";

test("a lead takes a task from an agent that is not coming back, at its row and in its sheet", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("solo");
  const gone = await anAgent({ room: room.name, role: "solo", name: "Ada", class: "hooked" });
  const screen = await openRoom(room);
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Sort the results" },
  });
  const task = await gone.take();
  await gone.progress(task, { percent: 60, completed: ["read the page"] });

  // It is silent for half of its lease: then its row offers what the sheet always does.
  const release = screen.page.getByRole("button", { name: `Release ${task.taskId} of Ada now` });
  await release.click();
  await expect(screen.row(`${task.taskId} Sort the results is ready again`)).toContainText("put it back from Ada");
  const next = await anAgent({ room: room.name, role: "solo", name: "Bob", class: "managed" });
  const resumed = await next.take();
  expect(resumed).toMatchObject({ taskId: task.taskId, attempt: 1 });
  expect(resumed.text).toContain("read the page");

  await screen.task(task.taskId).click();
  const sheet = screen.page.getByRole("dialog", { name: task.taskId });
  await expect(sheet.getByText("back to the queue with its progress and files; Bob stops")).toBeVisible();
  await sheet.getByRole("button", { name: "Put it back" }).click();
  await expect(screen.page.getByText(`${task.taskId} is back in the queue.`)).toBeVisible();
});
