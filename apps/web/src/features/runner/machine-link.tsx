import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { clockOf } from "../../clock/since.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import "./run-here.css";

/** A machine elsewhere needs a name and a credential of its own, which its line fetches once. */
export function MachineLink({
  state: { view },
  lineOf,
}: {
  state: RoomState;
  lineOf: (at: { origin: string; code: string }) => string;
}): ReactNode {
  const now = useLiveNow();
  const params = { room: view.roomId };
  const form = useActForm("createRunner", {
    start: { name: "" },
    gives: ({ name }) => ({ params, body: { name: name.trim() } }),
  });
  const forget = useAct("forgetRunner");
  const made = form.reply;
  if (made) {
    const { runnerId: runner, name, link } = made;
    // Nobody has used it: the name is available again.
    const another = async (): Promise<void> => {
      if (await forget.send({ params: { ...params, runner } })) form.submit();
    };
    const problem = forget.problem ?? form.problem;
    return (
      <div className="rh-link">
        <CommandLine line={lineOf({ origin: location.origin, code: link.code })} />
        <p className="small muted">
          {link.expiresAt <= now
            ? say`The link for ${name} is over.`
            : say`It holds the credential of ${name}, and works once, until ${clockOf(link.expiresAt)}.`}{" "}
          <button type="button" className="link" onClick={() => void another()}>
            Make another
          </button>
        </p>
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
    );
  }
  return (
    <form {...form.binding} className="rh-make">
      <Field
        {...form.at("name")}
        label="What the machine is called"
        placeholder="build-box"
        autoComplete="off"
        spellCheck={false}
      />
      <Button kind="primary" type="submit" off={form.value.name.trim() === "" ? "Name the machine first." : undefined}>
        {form.isBusy ? "Making the line …" : "Make the line"}
      </Button>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
    </form>
  );
}
