import { type Browser, launchChromium } from "../fixtures/chromium.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import type { Server } from "../fixtures/server.ts";

/** The width of a small phone, px. */
const SCREEN = { width: 360, height: 740 };
const LIMIT_MS = 20_000;

/** A person with a phone: the dashboard's inbox in a real browser. */
export class Phone {
  private constructor(
    private readonly browser: Browser,
    private readonly person: Person,
  ) {}

  static async open(server: Server): Promise<Phone> {
    if (server.firstLink === null) throw new Error("nobody can sign in");
    return new Phone(await launchChromium(), await signInBy(server, server.firstLink, "Ada"));
  }

  /** Allows the one command that waits; returns when, epoch ms. */
  async allow(command: string): Promise<number> {
    const context = await this.browser.newContext({ viewport: SCREEN, hasTouch: true });
    context.setDefaultTimeout(LIMIT_MS);
    const { url } = this.person.server;
    const [name = "", value = ""] = this.person.cookie.split("=");
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto(`${url}/inbox`);
    await page.locator("pre", { hasText: command }).waitFor();
    await page.getByRole("button", { name: "Allow once" }).tap();
    // It reaches outside: the first press only asks.
    const confirm = page.getByRole("region", { name: "Confirm" });
    const button = confirm.getByRole("button", { name: "Allow once" });
    await button.tap();
    const at = Date.now();
    await button.waitFor({ state: "detached" });
    await context.close();
    return at;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
