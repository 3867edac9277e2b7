import type { DemoTeam } from "@squadroom/core/room/demo-story";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

/** Makes a demo room and goes there. */
export function useStartDemo(): { start: (team?: DemoTeam) => void; isStarting: boolean } {
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const start = (team: DemoTeam = "squad"): void => {
    if (isStarting) return;
    setStarting(true);
    call("startDemo", { body: { team } })
      .then(({ name }) => navigate({ to: "/rooms/$room", params: { room: name } }))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }))
      .finally(() => setStarting(false));
  };
  return { start, isStarting };
}
