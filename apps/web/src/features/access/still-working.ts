import { doAct } from "../../act/do-act.ts";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";

/** What was done, and which access tokens still work, with the way to end them. */
export function sayDone(done: string, tokens: readonly string[]): void {
  if (tokens.length === 0) return toast(done);
  const names = tokens.join(", ");
  const run = (): void =>
    void doAct(
      "signOutElsewhere",
      { query: { tokens: "end" } },
      {
        said: () =>
          tokens.length === 1 ? "The access token no longer works." : `${tokens.length} access tokens no longer work.`,
      },
    );
  const action = { label: `End ${tokens.length === 1 ? "it" : "them"}`, run };
  toast(
    `${done} ${tokens.length === 1 ? say`An access token still works: ${names}.` : say`${tokens.length} access tokens still work: ${names}.`}`,
    { action },
  );
}
