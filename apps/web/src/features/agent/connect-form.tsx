import { membersOf } from "@squadroom/core/room/card";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { useAct, useActs } from "../../act/use-act.ts";
import { isRefused } from "../../live/api.ts";
import { useLiveNow } from "../../live/connection.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { ReachSign } from "../../ui/presence.tsx";
import { Tile } from "../../ui/tile.tsx";
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

/** One credential for one role, made on demand and shown only once. */
export function ConnectForm({ state, role: wanted }: { state: RoomState; role: string | undefined }): ReactNode {
  const { view, observations, leaseS } = state;
  const roles = view.team?.roles ?? [];
  const members = membersOf(view, observations, useLiveNow(), leaseS);
  const standing = (name: string) => standingOfRole(name, members, view.agents);
  const [chosen, setChosen] = useState(
    () => wanted ?? roles.find(({ name }) => standing(name) === "open")?.name ?? roles[0]?.name ?? "",
  );
  // Only the entry point does the others' work.
  const isEnough = roles.length > 1 && chosen === view.team?.entryPoint && standing(chosen) !== "connected";
  const [door, setDoor] = useState<AgentDoor>("claude");
  const { made, current, name, setTyped, make, renew, revoke, problem } = useCredentials(state, chosen);

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
          onAnother={() => renew(current)}
          onRevoke={() => revoke(current)}
          problem={problem}
        />
      ) : (
        <form
          className="make"
          onSubmit={(event) => {
            event.preventDefault();
            const body = { name: name.trim(), roles: [chosen] };
            if (body.name !== "") void make.send({ params: { room: view.roomId }, body });
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
            {make.isBusy ? "Creating a credential" : "Show the command"}
          </Button>
          <p className="small muted make-note">
            Creates a credential for this role, and a link that gives it to one machine, once.
          </p>
          {make.problem && <Note tone="bad">{make.problem}</Note>}
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
          className={buttonClass(members.some((member) => member.presence?.reach === "online") ? "primary" : "plain")}
        >
          Open the room
        </Link>
      </div>
    </>
  );
}

/** The credentials made here, one per role; none is shown again. */
function useCredentials({ view }: RoomState, chosen: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [made, setMade] = useState<Made[]>([]);
  /** Names of agents that have not joined yet: the room does not show them. */
  const [taken, setTaken] = useState<string[]>([]);
  const title = view.team?.roles.find((known) => known.name === chosen)?.title ?? "";
  const known = [...Object.values(view.agents), ...made].map((one) => one.name);
  const name = typed ?? freeName(title, [...known, ...taken]);
  const current = made.find((one) => one.line.role === chosen);

  const params = { room: view.roomId };
  const make = useAct("createCredential", {
    onDone: ({ credential, token, link }) => {
      const line = { origin: location.origin, room: view.name, role: chosen, token, ...link };
      setMade((before) => [
        ...before.filter((one) => one.line.role !== chosen),
        { agentId: credential.id, name: credential.name, line },
      ]);
      setTyped(null);
    },
    onFail: (error) => isRefused(error, "name_taken") && setTaken((before) => [...before, name.trim()]),
  });
  const acts = useActs();
  const renew = (one: Made): void =>
    void acts.send(
      "makeConnectLink",
      { params: { ...params, credentialId: one.agentId } },
      {
        said: () => say`Another link for ${one.name}. The one before no longer works.`,
        onDone: (link) => {
          const renewed = { ...one, line: { ...one.line, ...link } };
          setMade((before) => before.map((of) => (of.agentId === one.agentId ? renewed : of)));
        },
      },
    );
  const revoke = (one: Made): void =>
    void acts.send(
      "revokeCredential",
      { params: { ...params, credentialId: one.agentId } },
      {
        said: () => say`The credential of ${one.name} is revoked.`,
        onDone: () => setMade((before) => before.filter((other) => other !== one)),
      },
    );
  return { made, current, name, setTyped, make, renew, revoke, problem: acts.problem };
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
      <input type="radio" className="sr" name="role" value={name} checked={isChosen} onChange={onChoose} />
      <Tile name={title} />
      <span className="role-text">
        <span className="strong">{title}</span>
        <span className={clsx("small", standing === "connected" ? "c-ok" : "muted")}>
          {standing === "open" ? purpose : PAGE_STANDING[standing]}
        </span>
      </span>
      {standing === "connected" ? <ReachSign of="online" /> : <span className="role-radio" aria-hidden="true" />}
    </label>
  );
}
