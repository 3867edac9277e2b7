import { PipelineDriver } from "@squadroom/core/testing/pipeline-driver.fixture";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { serve, show } from "../../testing/page.fixture.tsx";
import { SessionForm } from "./session-form.tsx";
import "../budget/index.ts";

test("a new session waits behind those of its kind: a pipeline behind pipelines alone", async () => {
  const room = new PipelineDriver();
  for (let n = 0; n < 3; n++) room.begin("impl-only");
  serve({
    getPipelines: () => ({
      data: [{ name: "spec-only", title: "Specification", about: "a document", missing: [] }],
    }),
  } as never);
  const { user } = await show(<SessionForm room="shop" view={room.view} onClose={() => {}} />);
  expect(screen.getByText("It starts at once.")).toBeTruthy();
  await user.selectOptions(await screen.findByLabelText("How it goes"), "spec-only");
  expect(screen.getByText("It waits behind 3 sessions.")).toBeTruthy();
});
