import { useAct } from "../../act/use-act.ts";

/** What a person does with an entry in force. */
export const ACTS = ["promote", "supersede", "withdraw"] as const;
export type Act = (typeof ACTS)[number];

export const ROUTES = {
  promote: "promoteWisdom",
  supersede: "supersedeWisdom",
  withdraw: "withdrawWisdom",
} as const;

/** For whoever may: a session's entry becomes the room's. */
export function usePromote(room: string): (id: number) => void {
  const { send } = useAct("promoteWisdom", {
    told: "toast",
    said: ({ id }) => `Entry ${id} is the room's now.`,
  });
  return (id) => void send({ params: { room, wisdomId: String(id) } });
}
