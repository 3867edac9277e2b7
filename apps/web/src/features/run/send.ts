import type { CallOptions } from "@squadroom/client/call";
import { useActs } from "../../act/use-act.ts";

const ACT_STARTED = {
  creating: (run) => `Run ${run} starts.`,
  queued: (run) => `Run ${run} waits for a slot.`,
} satisfies Record<string, (run: number) => string>;

interface Begins {
  order: (run: number, act: "interrupt" | "stop", said: string) => void;
  /** One more agent of a role, or an ended one that continues in its conversation. */
  begin: (what: { role: string } | { resumes: number }, onBegun?: (run: number) => unknown) => void;
  problem: string | null;
}

/** Immediate acts on runs; a problem is reported in place if the screen draws it. */
export function useRunActs(room: string, told: "here" | "toast" = "toast"): Begins {
  const { send, problem } = useActs(told);
  const params = { room };
  return {
    problem,
    order: (run, act, said) => {
      const given: CallOptions<"orderRun"> = { params: { room, run }, body: { act } };
      void send("orderRun", given, { said: () => said });
    },
    begin: (body, onBegun) =>
      void send(
        "startRun",
        { params, body },
        {
          said: ({ runId, state }) => ("resumes" in body ? `Run ${runId} continues it.` : ACT_STARTED[state](runId)),
          onDone: ({ runId }) => onBegun?.(runId),
        },
      ),
  };
}
