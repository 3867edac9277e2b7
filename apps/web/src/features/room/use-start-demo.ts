import type { DemoTeam } from "@squadroom/core/room/demo-story";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../act/use-act.ts";

/** Makes a demo room and opens it. */
export function useStartDemo(): { start: (team?: DemoTeam) => void; isStarting: boolean } {
  const navigate = useNavigate();
  const { send, isBusy } = useAct("startDemo", {
    told: "toast",
    onDone: ({ name }) => navigate({ to: "/rooms/$room", params: { room: name } }),
  });
  return { start: (team = "squad") => void send({ body: { team } }), isStarting: isBusy };
}
