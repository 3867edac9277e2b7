import { useMutation } from "@tanstack/react-query";
import { explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

/** One call; says what was done, or why not. What it changes comes with the room's log. */
export function useAct<T>(act: () => Promise<T>, said?: (reply: T) => string) {
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => {
      if (said) toast(said(reply));
    },
    onError: (error) => toast(explain(error).message, { tone: "bad" }),
  });
}
