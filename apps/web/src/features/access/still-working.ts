import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";
import { t } from "./words.ts";

/** What was done, and which access tokens go on working, with the way to end them. */
export function sayDone(done: string, tokens: readonly string[]): void {
  if (tokens.length === 0) return toast(done);
  const names = tokens.join(", ");
  const run = (): void =>
    void call("signOutElsewhere", { query: { tokens: "end" } })
      .then(() => toast(t("tokens.ended", { count: tokens.length })))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  const action = { label: t("tokens.end", { count: tokens.length }), run };
  toast(`${done} ${t("tokens.still", { count: tokens.length, names })}`, { action });
}
