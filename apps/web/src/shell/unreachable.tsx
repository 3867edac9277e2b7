import type { ReactNode } from "react";
import { NotLoaded } from "../ui/not-loaded.tsx";

/** Nothing came back, or nothing of use. */
export function Unreachable({ error, onAgain }: { error: unknown; onAgain: () => void }): ReactNode {
  return <NotLoaded title="The server isn't answering" error={error} again={onAgain} />;
}
