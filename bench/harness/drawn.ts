import type { Page } from "../../e2e/fixtures/chromium.ts";

interface Watch {
  __drawn: { selector: string; ms: number | null };
}

/** @returns ms from the beginning of the navigation to the frame after the one that drew what the selector finds */
export async function msToDraw(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.evaluate(watch, selector);
  const drawn = await page.waitForFunction(() => (window as unknown as Watch).__drawn.ms);
  return Number(await drawn.jsonValue());
}

/** Runs in the page, as early as it can be told. */
function watch(selector: string): void {
  const page = window as unknown as Watch;
  page.__drawn = { selector, ms: null };
  const look = () => {
    if (!document.querySelector(selector)) return void requestAnimationFrame(look);
    requestAnimationFrame((now) => {
      page.__drawn.ms = now;
    });
  };
  look();
}
