import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { call, explain } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { CommandLine } from "../../ui/command-line.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import "./run-here.css";

interface Made {
  runnerId: string;
  name: string;
  code: string;
  expiresAt: number;
}

/** A machine elsewhere needs a name and a credential of its own, which its line fetches once. */
export function MachineLink({
  state: { view },
  lineOf,
}: {
  state: RoomState;
  lineOf: (at: { origin: string; code: string }) => string;
}): ReactNode {
  const [name, setName] = useState("");
  const [made, setMade] = useState<Made | null>(null);
  const now = useLiveNow();
  const params = { room: view.roomId };
  const make = useMutation({
    mutationFn: async (wanted: string): Promise<Made> => {
      // Nobody has used it: the name is free again.
      if (made) await call("forgetRunner", { params: { ...params, runner: made.runnerId } });
      const { runnerId, link, ...rest } = await call("createRunner", {
        params,
        body: { name: wanted },
      });
      return { runnerId, name: rest.name, ...link };
    },
    onSuccess: setMade,
  });
  const problem = make.error && <Note tone="bad">{explain(make.error).message}</Note>;
  if (made) {
    const isOver = made.expiresAt <= now;
    return (
      <div className="rh-link">
        <CommandLine line={lineOf({ origin: location.origin, code: made.code })} />
        <p className="small muted">
          {isOver
            ? say`The link for ${made.name} is over.`
            : say`It holds the credential of ${made.name}, and works once, until ${clockOf(made.expiresAt)}.`}{" "}
          <button
            type="button"
            className="link"
            onClick={() => !make.isPending && make.mutate(made.name)}
          >
            Make another
          </button>
        </p>
        {problem}
      </div>
    );
  }
  const wanted = name.trim();
  return (
    <form
      className="rh-make"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== "" && !make.isPending) make.mutate(wanted);
      }}
    >
      <Field
        label="What the machine is called"
        value={name}
        placeholder="build-box"
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        kind="primary"
        type="submit"
        off={wanted === "" ? "Name the machine first." : undefined}
      >
        {make.isPending ? "Making the line …" : "Make the line"}
      </Button>
      {problem}
    </form>
  );
}
