import { membersOf } from "@squadroom/core/room/card";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { call, explain } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { arrivalOf, type Standing, standingOfRole } from "./arrival.ts";
import { type AgentDoor, freeName } from "./connect-lines.ts";
import { ConnectSteps, type Made } from "./connect-steps.tsx";
import { ConnectedList } from "./connected-list.tsx";

const PAGE_SPECIALTY = {
  planner: "plans and talks to you",
  builder: "writes the code",
  reviewer: "checks the work",
  solo: "does everything",
};

const PAGE_STANDING = {
  joined: "has joined",
  connected: "connected",
};

const KNOWN = ["planner", "builder", "reviewer", "solo"] as const;

/** One credential for one role, made on demand and shown this once. */
export function ConnectForm({
  state,
  role: wanted,
}: {
  state: RoomState;
  role: string | undefined;
}): ReactNode {
  const { view, observations, leaseS } = state;
  const roles = view.team?.roles ?? [];
  const members = membersOf(view, observations, useLiveNow(), leaseS);
  const standing = (name: string) => standingOfRole(name, members, view.agents);
  const [chosen, setChosen] = useState(
    () =>
      wanted ?? roles.find(({ name }) => standing(name) === "open")?.name ?? roles[0]?.name ?? "",
  );
  // Only the entry point does the others' work.
  const isEnough =
    roles.length > 1 && chosen === view.team?.entryPoint && standing(chosen) !== "connected";
  const [door, setDoor] = useState<AgentDoor>("claude");
  const { made, current, name, setTyped, make, another, revoke } = useCredentials(state, chosen);

  return (
    <>
      <fieldset className="roles">
        <legend className="sr">Role</legend>
        {roles.map((option) => (
          <RoleChoice
            key={option.name}
            role={option}
            isChosen={option.name === chosen}
            standing={standing(option.name)}
            onChoose={() => {
              setChosen(option.name);
              setTyped(null);
              make.reset();
            }}
          />
        ))}
      </fieldset>
      {current ? (
        <ConnectSteps
          made={current}
          door={door}
          arrival={arrivalOf(state, members, current.agentId)}
          onDoor={setDoor}
          onAnother={() => another.mutate(current)}
          onRevoke={() => revoke.mutate(current)}
          problem={revoke.error ?? another.error}
        />
      ) : (
        <form
          className="make"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "" && !make.isPending) make.mutate();
          }}
        >
          <Field
            label="Name in the room"
            value={name}
            onChange={setTyped}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
          />
          <Button kind="primary" type="submit" keys="Enter">
            {make.isPending ? "Creating a credential" : "Show the command"}
          </Button>
          <p className="small muted make-note">
            Creates a credential for this role, and a link that gives it to one machine, once.
          </p>
          {make.isError && <Note tone="bad">{explain(make.error).message}</Note>}
        </form>
      )}
      <ConnectedList state={state} awaited={made} members={members} />
      <div className="cp-foot">
        <p className="small muted">
          {isEnough && "One agent is enough to start: it does the others' work until they join."}
        </p>
        <Link
          to="/rooms/$room"
          params={{ room: view.name }}
          className={buttonClass(
            members.some((member) => member.presence?.reach === "online") ? "primary" : "plain",
          )}
        >
          Open the room
        </Link>
      </div>
    </>
  );
}

/** The credentials that were made here, one for a role; none is shown again. */
function useCredentials({ view }: RoomState, chosen: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [made, setMade] = useState<Made[]>([]);
  /** Of agents that have not joined yet: the room does not show them. */
  const [taken, setTaken] = useState<string[]>([]);
  const title = view.team?.roles.find((known) => known.name === chosen)?.title ?? "";
  const known = [...Object.values(view.agents), ...made].map((one) => one.name);
  const name = typed ?? freeName(title, [...known, ...taken]);
  const current = made.find((one) => one.line.role === chosen);

  const make = useMutation({
    mutationFn: () =>
      call("createCredential", {
        params: { room: view.roomId },
        body: { name: name.trim(), roles: [chosen] },
      }),
    onSuccess: ({ credential, token, link }) => {
      const line = { origin: location.origin, room: view.name, role: chosen, token, ...link };
      setMade((before) => [
        ...before.filter((one) => one.line.role !== chosen),
        { agentId: credential.id, name: credential.name, line },
      ]);
      setTyped(null);
    },
    onError: (error) => {
      if (explain(error).code === "name_taken") setTaken((before) => [...before, name.trim()]);
    },
  });
  const another = useMutation({
    mutationFn: (one: Made) =>
      call("makeConnectLink", { params: { room: view.roomId, credentialId: one.agentId } }),
    onSuccess: (link, one) => {
      const renewed = { ...one, line: { ...one.line, ...link } };
      setMade((before) => before.map((other) => (other.agentId === one.agentId ? renewed : other)));
      toast(say`Another link for ${one.name}. The one before no longer works.`);
    },
  });
  const revoke = useMutation({
    mutationFn: (one: Made) =>
      call("revokeCredential", { params: { room: view.roomId, credentialId: one.agentId } }),
    onSuccess: (_, one) => {
      setMade((before) => before.filter((other) => other !== one));
      toast(say`The credential of ${one.name} is revoked.`);
    },
  });
  return { made, current, name, setTyped, make, another, revoke };
}

function RoleChoice({
  role: { name, title, specialty },
  isChosen,
  standing,
  onChoose,
}: {
  role: { name: string; title: string; specialty: string };
  isChosen: boolean;
  standing: Standing;
  onChoose: () => void;
}): ReactNode {
  const known = KNOWN.find((one) => one === name);
  const purpose = known ? PAGE_SPECIALTY[known] : specialty;
  return (
    <label className={clsx("role", isChosen && "on")}>
      <input
        type="radio"
        className="sr"
        name="role"
        value={name}
        checked={isChosen}
        onChange={onChoose}
      />
      <Tile name={title} />
      <span className="role-text">
        <span className="strong">{title}</span>
        <span className={clsx("small", standing === "connected" ? "c-ok" : "muted")}>
          {standing === "open" ? purpose : PAGE_STANDING[standing]}
        </span>
      </span>
      {standing === "connected" ? (
        <ReachSign of="online" />
      ) : (
        <span className="role-radio" aria-hidden="true" />
      )}
    </label>
  );
}
