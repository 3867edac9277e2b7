import type { Branch } from "@squadroom/core/branch/branch";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../live/api.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Term } from "../../ui/term.tsx";
import { toast } from "../../ui/toasts.ts";
import "./branch-screen.css";

/** Ready to paste where the branch is pushed to. */
export function PullRequest({ room, branch }: { room: string; branch: Branch }): ReactNode {
  const { key, head, at } = branch;
  const { data } = useQuery({
    queryKey: ["room", room, "branch", key, "request", head, at],
    queryFn: async () => (await call("getBranch", { params: { room, branch: key } })).pullRequest,
    placeholderData: (before) => before,
  });
  if (!data) return null;
  const text = `${data.title}\n\n${data.body}`;
  const copy = (): void => void copyText(text).then(() => toast("Copied."));
  return (
    <section aria-label="Text of a pull request">
      <h2 className="br-head">
        Text of a pull request <Button onClick={copy}>Copy</Button>
      </h2>
      <Term label="The text" text={text} />
    </section>
  );
}
