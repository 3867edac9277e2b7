import { counted } from "@squadroom/core/kernel/words";
import { type PolicySettings, policyOf } from "@squadroom/core/policy/policy";
import { effectOf, numberOfRule, PRESETS, RULE_IDS, titleAs } from "@squadroom/core/policy/rule";
import type { ReactNode } from "react";
import { useAct } from "../../act/use-act.ts";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Choice, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { GrantList } from "./grant-list.tsx";
import { ListsForm } from "./lists-form.tsx";
import { RoleList } from "./role-list.tsx";
import { TryCall } from "./try-call.tsx";
import { VerdictList } from "./verdict-list.tsx";
import "./policy.css";

const PRESET = {
  safe: "Safe",
  strict: "Strict",
  open: "Open",
};

const PRESET_HINT = {
  safe: "Denies what can't be taken back. Asks before anything leaves the folder or the machine, and before programs that nobody here knows.",
  strict: "Asks before everything but reading.",
  open: "Denies only what is denied in every room.",
};

const RULES_EFFECT = {
  deny: "Deny",
  change: "Change",
  ask: "Ask",
  allow: "Allow",
};

/** Choices for the seconds that a permission may wait. */
const ASK_S = [120, 300, 600, 1_800, 3_600];

/** Choices for the number of permissions that an agent may have open at once. */
const ASK_MAX = [1, 2, 3, 5, 10, 20];

/** What agents of the room may do with their tools. Leads change it, others read it. */
export function PolicySection({ state }: { state: RoomState }): ReactNode {
  const { view } = state;
  const { settings, grants } = policyOf(view);
  const canChange = may(state, "changePolicy");
  const change = useAct("changePolicy", { said: () => "Saved. It applies from the next call on." });
  const set = (part: Partial<PolicySettings>): void =>
    void change.send({ params: { room: view.roomId }, body: { ...settings, ...part } });
  const roles = view.team?.roles ?? [];
  return (
    <section aria-labelledby="policy-title" className="pol">
      <div className="st-head">
        <h2 id="policy-title">Policy</h2>
        <p className="small muted">
          What agents may do with their tools. The room judges each call before it runs.{" "}
          {!canChange && "Only a lead can change it."}
        </p>
      </div>
      {change.problem && <Note tone="bad">{change.problem}</Note>}
      <div className="pol-cols">
        <div className="pol-main">
          <fieldset className="pol-set" disabled={!canChange}>
            <Choice
              legend="How strict the room is"
              name="policy-preset"
              columns={1}
              value={settings.preset}
              options={PRESETS.map((value) => ({
                value,
                label: PRESET[value],
                hint: PRESET_HINT[value],
              }))}
              onChange={(preset) => set({ preset })}
            />
            <div className="pol-limits">
              <Select
                label="Deny a permission that nobody answers after"
                value={String(settings.askS)}
                options={[...new Set([...ASK_S, settings.askS])]
                  .sort((a, b) => a - b)
                  .map((s) => ({
                    value: String(s),
                    label: `${Math.round(s / 60)} min`,
                  }))}
                onChange={(value) => set({ askS: Number(value) })}
              />
              <Select
                label="Permissions that an agent may have open at once"
                value={String(settings.askMax)}
                options={[...new Set([...ASK_MAX, settings.askMax])]
                  .sort((a, b) => a - b)
                  .map((n) => ({ value: String(n), label: counted(n, "permission") }))}
                onChange={(value) => set({ askMax: Number(value) })}
              />
            </div>
          </fieldset>
          <section aria-labelledby="policy-roles">
            <h3 id="policy-roles" className="pol-title">
              Roles <span className="small muted">Who asks for each role, and which tools it may use.</span>
            </h3>
            <RoleList
              roles={roles}
              settings={settings}
              canChange={canChange}
              onChange={(part) => set({ roles: { ...settings.roles, ...part } })}
            />
            <ListsForm
              key={settings.files.join("\n")}
              fields={{ files: settings.files }}
              labels={{ files: "Protected files" }}
              help="One pattern a line, such as infra/prod/**."
              save="Save"
              saveLabel="Save the files"
              canChange={canChange}
              onSave={set}
            />
          </section>
          <GrantList grants={grants} roles={roles} room={view.roomId} canRevoke={may(state, "revokeGrant")} />
        </div>
        <TryCall room={view.roomId} roles={roles} />
      </div>
      <VerdictList room={view.roomId} />
      <section aria-labelledby="policy-rules">
        <h3 id="policy-rules" className="pol-title">
          Rules{" "}
          <span className="small muted">
            read from the top; the first that denies decides, else the first that asks
          </span>
        </h3>
        <ol className="pol-rules">
          {RULE_IDS.map((id) => {
            const effect = effectOf(id, settings.preset);
            return (
              <li key={id}>
                <span className="num-n">{numberOfRule(id)}</span>
                <span className={`strong pol-${effect}`}>{RULES_EFFECT[effect]}</span>
                <span>{titleAs(effect, id)}</span>
              </li>
            );
          })}
        </ol>
      </section>
    </section>
  );
}
