import { NO_MODELS, type RoleModel, type RoomModels } from "@squadroom/core/run/model";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAct } from "../../act/use-act.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { isolated, say } from "../../words/say.tsx";

type Draft = {
  all: string;
  team: string;
  isEconomy: boolean;
  roles: Record<string, Words>;
  /** In order, separated by commas. */
  chain: string;
  keepClass: string;
  fallbackDown: boolean;
};
type Words = { model: string; economy: string };

const NOTHING: Words = { model: "", economy: "" };

/** Which models the room's runs work with: for all of them, by role, and by default. */
export function ModelsSection({ state }: { state: RoomState }): ReactNode {
  const { roomId, options, team } = state.view;
  const [draft, setDraft] = useState(() => draftOf(options.models ?? NO_MODELS));
  const set = useAct("setRoomOptions", {
    said: () => "Saved. Runs that start from now on work with them.",
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void set.send({ params: { room: roomId }, body: { models: modelsOf(draft) } });
  };
  const setRole = (role: string, words: Partial<Words>): void => {
    const roles = { ...draft.roles, [role]: { ...(draft.roles[role] ?? NOTHING), ...words } };
    setDraft({ ...draft, roles });
  };
  return (
    <section aria-label="Models">
      <div className="st-head">
        <h2>Models</h2>
        <p className="small muted">
          The first that names a model decides: whoever starts the run, the message, the setting for all runs, the role,
          the runner, the size of the work, the default. A model is a name or a class: fast, standard or premium. Leave
          a field empty to skip it.
        </p>
      </div>
      <form className="st-models" onSubmit={save}>
        <Field label="All runs" value={draft.all} onChange={(text) => setDraft({ ...draft, all: text })} />
        <Field
          label="Default"
          placeholder="the harness's own"
          value={draft.team}
          onChange={(text) => setDraft({ ...draft, team: text })}
        />
        {team?.roles.map(({ name }) => {
          const { model, economy } = draft.roles[name] ?? NOTHING;
          const role = roleTitle(name);
          return [
            <Field
              key={name}
              label={isolated(role)}
              value={model}
              onChange={(text) => setRole(name, { model: text })}
            />,
            <Field
              key={`${name} cheaper`}
              label={say`${role}, to save money`}
              placeholder="a class lower"
              value={economy}
              onChange={(text) => setRole(name, { economy: text })}
            />,
          ];
        })}
        <Field
          label="Where a model is refused, try"
          placeholder="the same class, then higher"
          value={draft.chain}
          onChange={(text) => setDraft({ ...draft, chain: text })}
        />
        <Field
          label="Roles that never save"
          placeholder="none"
          value={draft.keepClass}
          onChange={(text) => setDraft({ ...draft, keepClass: text })}
        />
        <Check
          label="Try lower classes, too, where nothing else is left"
          value={draft.fallbackDown}
          className="st-check"
          onChange={(fallbackDown) => setDraft({ ...draft, fallbackDown })}
        />
        <Check
          label="Save money: roles work with their cheaper model, or a class lower"
          value={draft.isEconomy}
          className="st-check"
          onChange={(isEconomy) => setDraft({ ...draft, isEconomy })}
        />
        <Button type="submit">Save models</Button>
      </form>
      {set.problem && <Note tone="bad">{set.problem}</Note>}
    </section>
  );
}

function draftOf({ all, team, isEconomy, roles, ...more }: RoomModels): Draft {
  const { chain = [], keepClass = [], fallbackDown = false } = more;
  const words = roles.map(({ role, model, economy = "" }) => [role, { model, economy }] as const);
  const lists = { chain: chain.join(", "), keepClass: keepClass.join(", "), fallbackDown };
  return {
    all: all ?? "",
    team: team ?? "",
    isEconomy,
    roles: Object.fromEntries(words),
    ...lists,
  };
}

/** A role without a model of its own has no cheaper one either. */
function modelsOf({ all, team, isEconomy, roles, ...more }: Draft): RoomModels {
  const chain = listIn(more.chain);
  const keepClass = listIn(more.keepClass) as RoleModel["role"][];
  const named = Object.entries(roles).flatMap(([role, words]): RoleModel[] => {
    const [model, economy] = [words.model.trim(), words.economy.trim()];
    if (model === "") return [];
    return [{ role: role as RoleModel["role"], model, ...(economy ? { economy } : {}) }];
  });
  return {
    all: all.trim() || null,
    roles: named,
    team: team.trim() || null,
    isEconomy,
    ...(chain.length > 0 ? { chain } : {}),
    ...(keepClass.length > 0 ? { keepClass } : {}),
    ...(more.fallbackDown ? { fallbackDown: true } : {}),
  };
}

function listIn(said: string): string[] {
  return said.split(",").flatMap((name) => name.trim() || []);
}
