import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { discardDraft, getDraft, setDraft } from "../drafts/use-draft.ts";
import { Refused, serve, show } from "../testing/page.fixture.tsx";
import { Area } from "../ui/area.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ActForm } from "./act-form.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { useActForm } from "./use-act-form.ts";

beforeEach(() => discardDraft("act-form.test"));

type Shape = "dialog" | "on the spot";
const START = { title: "", body: "", priority: "medium" as "low" | "medium" | "high" | "critical" };

function Edit({ shape, onDone }: { shape: Shape; onDone?: () => void }) {
  const form = useActForm("editItem", {
    draft: "act-form.test",
    start: START,
    lacks: ({ title }) => ({ title: title === "" && "Give it a title." }),
    gives: (body) => ({ params: { room: "shop", item: "7" }, body }),
    refusals: { name_taken: "title" },
    said: () => "Saved.",
    ...(onDone && { onDone }),
  });
  const fields = (
    <>
      <Field {...form.at("title")} label="Title" help="In a few words." />
      <Area {...form.at("body")} label="Text" />
      <Select {...form.at("priority")} label="Priority" />
    </>
  );
  const sent = { form, label: "Save", keys: "Mod+Enter" as const };
  return shape === "dialog" ? (
    <FormDialog {...sent} title="Edit" onClose={() => {}}>
      {fields}
    </FormDialog>
  ) : (
    <ActForm {...sent}>{fields}</ActForm>
  );
}

const title = () => screen.getByLabelText<HTMLInputElement>("Title");
const text = () => screen.getByLabelText<HTMLTextAreaElement>("Text");
const save = () => screen.getByRole("button", { name: /Save/ });
/** What a field says below itself, as it is read out with it. */
const helpOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
const kept = () => getDraft("act-form.test", START);
const ITEM = { itemId: 7, seq: 9 } as never;
const issue = (field: string, problem: string) =>
  new Refused("bad_request", `${field}: ${problem}`, { issues: [{ field, problem }] });

test.each<Shape>(["dialog", "on the spot"])("%s: what its fields take is the route's", async (shape) => {
  serve({});
  await show(<Edit shape={shape} />);
  expect([title().maxLength, text().maxLength]).toEqual([200, 8_000]);
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "critical",
    "high",
    "medium",
    "low",
  ]);
});

test.each<Shape>(["dialog", "on the spot"])(
  "%s: what is missing is said at its field, which gets the focus, and nothing is sent",
  async (shape) => {
    const asked = serve({ editItem: () => ITEM });
    const { user } = await show(<Edit shape={shape} />);
    expect([helpOf(title()), title().getAttribute("aria-invalid")]).toEqual(["In a few words.", null]);
    await user.type(text(), "Pay by card");
    await user.click(save());
    expect([helpOf(title()), title().getAttribute("aria-invalid")]).toEqual(["Give it a title.", "true"]);
    expect(document.activeElement).toBe(title());
    expect(asked).toEqual([]);
  },
);

test("what is longer than the route takes says so at once, and is not sent", async () => {
  const asked = serve({ editItem: () => ITEM });
  setDraft("act-form.test", { ...START, title: "x".repeat(201) }, START);
  const { user } = await show(<Edit shape="dialog" />);
  expect(helpOf(title())).toBe("It can have 200 characters at most.");
  await user.click(save());
  expect(document.activeElement).toBe(title());
  expect(asked).toEqual([]);
});

test.each<Shape>(["dialog", "on the spot"])(
  "%s: a refusal stands at the field that it names until somebody changes that",
  async (shape) => {
    serve({ editItem: () => issue("body.body", "must have at most 8000 characters") });
    const { user } = await show(<Edit shape={shape} />);
    await user.type(title(), "Cards");
    await user.type(text(), "Pay");
    await user.click(save());
    await waitFor(() => expect(helpOf(text())).toBe("It must have at most 8000 characters."));
    expect(document.activeElement).toBe(text());
    await user.type(text(), "!");
    expect(helpOf(text())).toBeUndefined();
  },
);

test("a refusal by its code stands at its field, one of no field above the button", async () => {
  const answers = [new Refused("name_taken", "Taken."), new Refused("forbidden", "Only leads do.")];
  serve({ editItem: () => answers.shift() ?? ITEM });
  const { user } = await show(<Edit shape="dialog" />);
  await user.type(title(), "Cards");
  await user.click(save());
  await waitFor(() => expect(helpOf(title())).toBe("Taken."));
  await user.click(save());
  await screen.findByText("Only leads do.");
  expect(helpOf(title())).toBe("In a few words.");
});

test("what is written is kept over a refusal, and goes when the server has it", async () => {
  const answers = [new Refused("forbidden", "Only leads do.")];
  serve({ editItem: () => answers.shift() ?? ITEM });
  const { user } = await show(<Edit shape="dialog" />);
  await user.type(title(), "Cards");
  await user.click(save());
  await screen.findByText("Only leads do.");
  expect(kept().title).toBe("Cards");
  await user.click(save());
  await waitFor(() => expect(kept()).toEqual(START));
});

test("a second press while it is under way sends nothing", async () => {
  const onDone = vi.fn();
  let answer = (_: never): void => {};
  const asked = serve({ editItem: () => new Promise((resolve) => (answer = resolve)) });
  const { user } = await show(<Edit shape="dialog" onDone={onDone} />);
  await user.type(title(), "Cards");
  await user.dblClick(save());
  await user.keyboard("{Control>}{Enter}{/Control}");
  answer(ITEM);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(asked).toHaveLength(1);
});

test("Ctrl or ⌘ and Enter send it from any field of it", async () => {
  const asked = serve({ editItem: () => ITEM });
  const { user } = await show(<Edit shape="dialog" />);
  await user.type(title(), "Cards");
  await user.type(text(), "Pay{Meta>}{Enter}{/Meta}");
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toEqual({ title: "Cards", body: "Pay", priority: "medium" });
});

test("sent again after the network left it open, it has the same key; after a refusal another", async () => {
  let isOut = true;
  const asked = serve({
    editItem: () => (isOut ? new Refused("outcome_unknown", "Nobody knows.") : new Refused("forbidden", "No.")),
  });
  const { user } = await show(<Edit shape="dialog" />);
  await user.type(title(), "Cards");
  await user.click(save());
  // The client itself tries a few times.
  await expect.poll(() => screen.queryByText("Nobody knows.")).toBeTruthy();
  isOut = false;
  await user.click(save());
  await screen.findByText("No.");
  const before = asked.map(({ key }) => key);
  expect(new Set(before).size).toBe(1);
  await user.click(save());
  await waitFor(() => expect(asked).toHaveLength(before.length + 1));
  expect(before).not.toContain(asked.at(-1)?.key);
});

test("a field that the route lacks doesn't compile", () => {
  const misspelt = () =>
    useActForm("editItem", {
      // @ts-expect-error: an item has a title
      start: { titel: "" },
      gives: () => ({ params: { room: "shop", item: "7" }, body: {} as never }),
    });
  expect(misspelt).toBeTypeOf("function");
});
