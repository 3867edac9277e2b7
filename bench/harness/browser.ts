import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  launchChromium,
  type Page,
} from "../../e2e/fixtures/chromium.ts";
import type { Bench } from "./benchmark.ts";
import type { PersonClient, Server } from "./server.ts";

/** Chromium with a page in which the person is signed in; closed when the benchmark ends. */
export async function openBrowser(
  bench: Bench,
  server: Server,
  person: PersonClient,
  options: BrowserContextOptions = {},
): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await launchChromium();
  bench.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const { url } = await person.call("makeLink", {});
  const [name, value] = await signIn(server, url.split("#")[1] ?? "");
  await context.addCookies([{ name, value, url: server.baseUrl }]);
  const page = await context.newPage();
  // The loader of the sources names functions by a function of its own, which the page lacks.
  await page.addInitScript("globalThis.__name = (named) => named");
  return { browser, context, page };
}

async function signIn(server: Server, link: string): Promise<[string, string]> {
  const signedIn = await fetch(new URL("/api/v1/sign-ins", server.baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link }),
  });
  const [name = "", value = ""] = signedIn.headers.get("set-cookie")?.split(";")[0]?.split("=") ?? [];
  return [name, value];
}
