import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const FILES = {
  "team.md":
    "# Squad Team\n\n## Coordinator\n\n| Name | Role |\n|---|---|\n| Ada | Coordinator |\n\n## Members\n\n| Name | Role | Status |\n|---|---|---|\n| 🔧 Grace | Backend Dev | ✅ Active |\n| Linus | Frontend Dev | ✅ Active |\n| Mary | Tester | ✅ Active |\n| Baer 💤 on leave | Reviewer | |\n| Brady | Owner | 👤 Human |\n",
  "routing.md":
    "# Work routing\n\n## Routing table\n\n| Work type | Route to | Examples |\n|---|---|---|\n| API, payouts | **Grace** | endpoints, retries |\n| Screens | Linus | forms, cart |\n| Tests | QA Team | flaky, CI |\n| Docs | Linus, Mary | readme |\n| Anything urgent | whoever is free | |\n\n## Module ownership\n\n- `src/ledger/**` → Grace\n",
  "decisions.md": "# Decisions\n\n### 2026-02-08: Use Postgres\n**By:** Ada\n\nOne database.\n",
  "agents/grace/charter.md": "# Grace — Backend Dev\n\n## Model\n\n- **Preferred:** gpt-5\n",
  "agents/mary/charter.md": "# Mary — Tester\n\nBreaks things.\n",
  "scripts/hook.sh": "echo\n",
};

let server: Server;
let person: Person;
test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterAll(() => server.stop());

async function aFolder(top: string): Promise<string> {
  for (const [path, content] of Object.entries(FILES)) {
    const file = join(top, ".squad", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeFile(join(top, "README.md"), "Not of the squad.");
  return top;
}

test("a person imports a squad folder, settles a line that names nobody, and gets the room", async ({
  visit,
}, testInfo) => {
  const folder = await aFolder(testInfo.outputPath("Payments"));
  const page = await visit({ as: person, server });
  await page.goto(`${server.url}/rooms?new=true`);
  await page.getByRole("link", { name: "Import a squad folder" }).click();
  await expect(page.getByRole("heading", { name: "Choose a squad folder" })).toBeVisible();
  await expectFits(page, "before a folder");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Choose a folder").last().setInputFiles(folder);

  await expect(page.getByText("6 files. Nothing is created yet.")).toBeVisible();
  const lines = page.getByRole("region", { name: "routing.md" });
  await expect(lines.getByText("No “QA Team” in the squad.")).toBeVisible();
  await expect(page.getByText("4 roles, Ada is the entry point")).toBeVisible();
  await expect(page.getByText("5 rules")).toBeVisible();
  await expectAccessible(page, "a squad that is read");
  await shoot(page, testInfo, "import", { fullPage: true });
  await expectFits(page, "a squad that is read");
  const look = page.getByRole("region", { name: "Needs a look" });
  await expect(look.getByText("Baer is not active (“on leave”)")).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await look.getByText(/^\d+ settled$/).click();
  await expect(look.getByText("Baer is not active (“on leave”)")).toBeVisible();
  await look.getByText(/^\d+ settled$/).click();
  await expect(look.getByRole("button", { name: "Keep as a note" }).first()).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  const choices = lines.getByRole("combobox", { name: "Role of this line" });
  await expect(choices).toHaveCount(2);
  await choices.first().selectOption("mary");
  await expect(page.getByText("6 rules")).toBeVisible();
  await expect(choices).toHaveCount(1);
  await lines.getByRole("button", { name: "Keep as a note" }).click();
  await expect(choices).toHaveCount(0);

  const name = page.getByLabel("Room", { exact: true });
  await expect(name).toHaveValue("payments");
  await page.getByRole("button", { name: "Create room" }).click();
  await expect(page).toHaveURL(/\/rooms\/payments/);
  const { team } = await person.client.call("getTeam", { params: { room: "payments" } });
  expect(team.entryPoint).toBe("ada");
  expect(team.roles.map(({ name: role }) => role)).toEqual(["ada", "grace", "linus", "mary"]);
  expect(team.routing?.rules).toHaveLength(6);
});

test("a folder without a squad says so", async ({ visit }, testInfo) => {
  const folder = testInfo.outputPath("bare");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "notes.txt"), "x");
  const page = await visit({ as: person, server });
  await page.goto(`${server.url}/import`);
  await page.getByLabel("Choose a folder").last().setInputFiles(folder);
  await expect(page.getByText("This folder holds no squad.")).toBeVisible();
});
