import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { Refused, serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { PolicySection } from "./policy-section.tsx";

const room = () => new PlayRoom("checkout", "duo", Date.UTC(2026, 10, 21, 12));
const section = (...allowed: ("changePolicy" | "revokeGrant")[]) => <PolicySection state={stateIn(room(), allowed)} />;
const verdicts = { listVerdicts: () => ({ data: [], next: null }) };
const saved = (body: unknown) => ({ settings: body as never, seq: 1 });
const named = (role: "combobox" | "textbox" | "radio" | "button", name: string | RegExp) =>
  screen.getByRole(role, { name });

test("sends all of the settings with the one that was changed", async () => {
  const asked = serve({ ...verdicts, changePolicy: ({ body }) => saved(body) });
  const { user } = await show(section("changePolicy"));
  const sent = () => asked.filter(({ id }) => id === "changePolicy").at(-1)?.body;
  const before = { preset: "safe", askMax: 3, askS: 600, files: [], roles: {} };

  await user.selectOptions(named("combobox", /open at once/), "1 permission");
  expect(sent()).toEqual({ ...before, askMax: 1 });
  await user.selectOptions(named("combobox", /nobody answers/), "2 min");
  expect(sent()).toEqual({ ...before, askS: 120 });
  await user.click(named("radio", /^Strict/));
  expect(sent()).toEqual({ ...before, preset: "strict" });
  await user.selectOptions(named("combobox", "Mode of Builder"), "Everything asks");
  expect(sent()).toEqual({ ...before, roles: { builder: { mode: "ask", allow: [], deny: [] } } });

  await user.type(named("textbox", "Protected files"), "infra/**{enter}{enter} infra/** ");
  await user.click(named("button", "Save the files"));
  expect(sent()).toEqual({ ...before, files: ["infra/**"] });
});

test("says why a change was refused", async () => {
  serve({ ...verdicts, changePolicy: () => new Refused("boundary_invalid", "Not a pattern.") });
  const { user } = await show(section("changePolicy"));
  await user.click(named("radio", /^Open/));
  expect(await screen.findByText("Not a pattern.")).toBeTruthy();
});

test("whoever may not change it reads it", async () => {
  serve(verdicts);
  await show(section());
  expect(screen.getByText(/Only a lead can change it/)).toBeTruthy();
  for (const one of [named("radio", /^Strict/), named("combobox", /open at once/)])
    expect(one.closest("fieldset[disabled]")).toBeTruthy();
  expect((named("textbox", "Protected files") as HTMLTextAreaElement).readOnly).toBe(true);
});

test("tries a call, tells the rule, and drops the answer when the call is another one", async () => {
  const asked = serve({
    ...verdicts,
    tryCall: () => ({
      verdict: "deny",
      rule: "force_push",
      reason: "A force-push is denied.",
      allowed: ["git push"],
      runs: ["git push -f"],
      rules: [{ id: "force_push", number: 10, title: "No force.", effect: "deny", reason: "It forces." }],
      seq: 1,
    }),
  });
  const { user } = await show(section());
  await user.type(named("textbox", "Command"), "git push -f");
  await user.selectOptions(named("combobox", "Role"), "Builder");
  await user.click(named("button", "Try it"));
  const said = await screen.findByRole("status");
  expect(within(said).getByText("Denied")).toBeTruthy();
  expect(said.textContent).toContain("by rule 12");
  expect(asked.at(-1)?.body).toEqual({
    role: "builder",
    tool: "Bash",
    input: { command: "git push -f" },
  });
  await user.click(named("button", "Path to write"));
  expect(screen.queryByText("by rule 12")).toBeNull();
  await user.click(named("button", "Try it"));
  expect(asked.filter(({ id }) => id === "tryCall").at(-1)?.body).toMatchObject({
    tool: "Write",
    input: { file_path: "git push -f" },
  });
});
