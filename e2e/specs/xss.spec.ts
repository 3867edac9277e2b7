import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

/** What is written, and what of it a person must be able to read. */
const HOSTILE: { text: string; shown: string }[] = [
  { text: "<script>window.pwned = 1</script>alpha", shown: "alpha" },
  { text: '<img src=x onerror="window.pwned = 2">bravo', shown: "bravo" },
  { text: "<svg/onload=window.pwned=3>charlie", shown: "charlie" },
  { text: "[delta](javascript:window.pwned=4)", shown: "delta" },
  { text: "[echo](  JaVaScRiPt&colon;window.pwned=5)", shown: "echo" },
  { text: "![foxtrot](https://attacker.example/pixel.png)", shown: "foxtrot" },
  { text: '![golf](x" onerror="window.pwned=6)', shown: "golf" },
  { text: "</textarea></title></style><script>window.pwned=7</script>hotel", shown: "hotel" },
  { text: "<iframe srcdoc='<script>parent.pwned=8</script>'></iframe>india", shown: "india" },
  {
    text: '<a href="data:text/html,<script>opener.pwned=9</script>">juliett</a>',
    shown: "juliett",
  },
  {
    text: "{{constructor.constructor('window.pwned=10')()}} $" + "{window.pwned=11} kilo",
    shown: "kilo",
  },
  {
    text: '<math><mtext><style><img title="</style><img src onerror=window.pwned=12>">lima',
    shown: "lima",
  },
  { text: "<b>{{who}}</b> <you>mike</you>", shown: "mike" },
  { text: "`<img src=x onerror=window.pwned=13>` november", shown: "november" },
  { text: '[oscar]: javascript:window.pwned=14 "t"\n\n[oscar]', shown: "oscar" },
  {
    text: "<form action=https://attacker.example><button autofocus onfocus=window.pwned=15>papa",
    shown: "papa",
  },
  { text: "\u202Egnp.exe quebec\u2066", shown: "quebec" },
  { text: "http://attacker.example/%22onmouseover=window.pwned=16 romeo", shown: "romeo" },
  {
    text: "| <img src=x onerror=window.pwned=17> | sierra |\n|---|---|\n| a | b |",
    shown: "sierra",
  },
  { text: "- [x] <input onfocus=window.pwned=18 autofocus> tango", shown: "tango" },
];

/** No script ran, nothing was asked of another server, and no element got a handler or a script's address. */
async function expectHarmless(page: Page, foreign: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
  expect(foreign).toEqual([]);
  const armed = await page.evaluate(() =>
    [...document.querySelectorAll("main *, [role=dialog] *")]
      .filter(
        (element) =>
          [...element.attributes].some(
            ({ name, value }) => name.startsWith("on") || /^\s*(javascript|data|vbscript):/i.test(value),
          ) ||
          (["SCRIPT", "IFRAME", "OBJECT", "EMBED", "FORM"].includes(element.tagName) && !element.className),
      )
      .map((element) => element.outerHTML),
  );
  expect(armed).toEqual([]);
}

function watchForeign(page: Page): string[] {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && hostname !== "127.0.0.1") foreign.push(request.url());
  });
  page.on("dialog", (dialog) => {
    foreign.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return foreign;
}

test("hostile words in messages, results, questions and findings are words", async ({ squad, openRoom, person }) => {
  const { room, planner, builder } = await squad();
  const screen = await openRoom(room);
  const foreign = watchForeign(screen.page);
  for (const [i, { text, shown }] of HOSTILE.entries()) {
    switch (i % 4) {
      case 0:
        await person.client.call("sendMessage", {
          params: { room: room.name },
          body: { body: text },
        });
        await planner.handOff(await planner.take(), {
          to: "user",
          intent: "deliver",
          message: text,
        });
        break;
      case 1:
        await builder.say(text, "planner");
        break;
      case 2:
        await builder.say(text, "user");
        break;
      default:
        await person.client.call("sendMessage", {
          params: { room: room.name },
          body: { body: text },
        });
        await planner.handOff(await planner.take(), {
          to: "user",
          intent: "question",
          message: text,
        });
    }
    await expect(screen.row(shown).last()).toBeVisible();
    await expect(screen.ball).toBeVisible();
  }
  await expectHarmless(screen.page, foreign);
  await screen
    .row("tango")
    .last()
    .getByRole("button", { name: /^Details of event/ })
    .click();
  await expect(screen.page.getByRole("dialog")).toContainText("tango");
  await expectHarmless(screen.page, foreign);
  await screen.page.goto("/rooms");
  await expect(screen.page.getByRole("main")).toContainText(room.name);
  await expectHarmless(screen.page, foreign);
});

test("hostile titles, names, files and reasons are text in panels, sheets and the palette", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("solo");
  const image = "<img src=x onerror=window.pwned=1>";
  const solo = await anAgent({
    room: room.name,
    role: "solo",
    name: image,
    harness: "<script>pwned=2</script>",
  });
  const screen = await openRoom(room);
  const foreign = watchForeign(screen.page);
  await expect(screen.row(`${image} joined as Solo, with <script>pwned=2</script>`)).toBeVisible();
  await expect(screen.team).toContainText(image);
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [
        {
          role: "solo",
          title: `<b>{{task}}</b> ${image}`,
          instruction: `${image}\n\n[click](javascript:window.pwned=3)`,
          outputs: ["src/<svg onload=window.pwned=4>.ts"],
          boundaries: { allowed: ["<script>window.pwned=5</script>"], forbidden: ["<i>who</i>"] },
        },
      ],
    },
  });
  const task = await solo.take();
  await solo.progress(task, {
    percent: 10,
    action: `<i onclick=window.pwned=6>act</i>`,
    completed: [image],
    artifacts: [{ path: '"><script>window.pwned=7</script>', status: "created" }],
  });
  await expect(screen.row("<i onclick=window.pwned=6>act</i>")).toBeVisible();
  await screen.task("TASK-001").click();
  const sheet = screen.page.getByRole("dialog", { name: "TASK-001" });
  for (const text of [
    `<b>{{task}}</b> ${image}`,
    "src/<svg onload=window.pwned=4>.ts",
    "<i>who</i>",
    '"><script>window.pwned=7</script>',
  ])
    await expect(sheet).toContainText(text);
  await expectHarmless(screen.page, foreign);
  await screen.page.keyboard.press("Escape");
  for (let attempt = 0; attempt < 3; attempt++)
    await solo.fail(attempt === 0 ? task : await solo.take(), `<script>window.pwned=8</script> ${image}`);
  await expect(screen.page.getByRole("region", { name: /^TASK-001 .*failed after 3 attempts/ })).toContainText(image);
  await screen.page.keyboard.press("Control+k");
  await screen.page
    .getByRole("combobox", { name: /search/i })
    .last()
    .fill("img");
  await expect(screen.page.getByRole("option").filter({ hasText: image }).first()).toBeVisible();
  await expectHarmless(screen.page, foreign);
  await screen.page.goto("/inbox");
  await expect(screen.page.getByRole("region", { name: "Needs you" })).toContainText(image);
  await expectHarmless(screen.page, foreign);
  await screen.page.goto("/rooms");
  await expect(screen.page.getByRole("main")).toContainText(room.name);
  await expectHarmless(screen.page, foreign);
});

test("a hostile person's name and hostile addresses stay what they are", async ({
  visit,
  anotherPerson,
  allowErrors,
}) => {
  allowErrors(/status of 40[14]/);
  const eve = await anotherPerson("<img src=x onerror=window.pwned=1>");
  const page = await visit({ as: eve });
  const foreign = watchForeign(page);
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Your menu" }).first().click();
  await expect(page.getByText(`Signed in as ${eve.name}`)).toBeVisible();
  await page.goto("/rooms/%3Cscript%3Ewindow.pwned=2%3C%2Fscript%3E");
  await expect(page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await page.goto("/connect?room=%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D3%3E&role=%22%3E");
  await expect(page.getByRole("heading", { name: "You can't connect agents here" })).toBeVisible();
  await expectHarmless(page, foreign);

  const stranger = await visit({ as: null });
  await stranger.goto("/sign-in?next=javascript:window.pwned=4#<script>window.pwned=5</script>");
  await expect(stranger.getByRole("heading", { name: "This server doesn't know this link" })).toBeVisible();
  await expectHarmless(stranger, foreign);
});
