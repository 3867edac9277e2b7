import type { ReactNode } from "react";
import { NotLoaded } from "../ui/not-loaded.tsx";

/** No answer came, or no useful one. */
export function Unreachable({ error, onAgain }: { error: unknown; onAgain: () => void }): ReactNode {
  return <NotLoaded title="The server isn't answering" error={error} again={onAgain} />;
}
