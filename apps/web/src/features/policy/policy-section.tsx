import { type PolicySettings, policyOf } from "@squadroom/core/policy/policy";
import { effectOf, numberOfRule, PRESETS, RULE_IDS, titleAs } from "@squadroom/core/policy/rule";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import { call, explain, newKey } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Choice, Select } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { GrantList } from "./grant-list.tsx";
import { ListsForm } from "./lists-form.tsx";
import { RoleList } from "./role-list.tsx";
import { TryCall } from "./try-call.tsx";
import { VerdictList } from "./verdict-list.tsx";
import { t } from "./words.ts";
import "./policy.css";

/** Seconds that a permission may wait, to choose from. */
const ASK_S = [120, 300, 600, 1_800, 3_600];

/** Permissions that an agent may have open at once, to choose from. */
const ASK_MAX = [1, 2, 3, 5, 10, 20];

/** What agents of the room may do with their tools. Leads change it, others read. */
export function PolicySection({ state }: { state: RoomState }): ReactNode {
  const { view } = state;
  const { settings, grants } = policyOf(view);
  const canChange = may(state, "changePolicy");
  const change = useMutation({
    mutationFn: (next: PolicySettings) =>
      call("changePolicy", { key: newKey(), params: { room: view.roomId }, body: next }),
    onSuccess: () => toast(t("saved")),
  });
  const set = (part: Partial<PolicySettings>): void => change.mutate({ ...settings, ...part });
  const roles = view.team?.roles ?? [];
  return (
    <section aria-labelledby="policy-title" className="pol">
      <div className="st-head">
        <h2 id="policy-title">{t("title")}</h2>
        <p className="small muted">
          {t("text")} {!canChange && t("readOnly")}
        </p>
      </div>
      {change.isError && <Note tone="bad">{explain(change.error).message}</Note>}
      <div className="pol-cols">
        <div className="pol-main">
          <fieldset className="pol-set" disabled={!canChange}>
            <Choice
              legend={t("preset.legend")}
              name="policy-preset"
              columns={1}
              value={settings.preset}
              options={PRESETS.map((value) => ({
                value,
                label: t(`preset.${value}`),
                hint: t(`presetHint.${value}`),
              }))}
              onChange={(preset) => set({ preset })}
            />
            <div className="pol-limits">
              <Select
                label={t("askTime")}
                value={String(settings.askS)}
                options={[...new Set([...ASK_S, settings.askS])]
                  .sort((a, b) => a - b)
                  .map((s) => ({
                    value: String(s),
                    label: t("minutes", { n: Math.round(s / 60) }),
                  }))}
                onChange={(value) => set({ askS: Number(value) })}
              />
              <Select
                label={t("askMax")}
                value={String(settings.askMax)}
                options={[...new Set([...ASK_MAX, settings.askMax])]
                  .sort((a, b) => a - b)
                  .map((n) => ({ value: String(n), label: t("permissions", { count: n }) }))}
                onChange={(value) => set({ askMax: Number(value) })}
              />
            </div>
          </fieldset>
          <section aria-labelledby="policy-roles">
            <h3 id="policy-roles" className="pol-title">
              {t("roles.title")} <span className="small muted">{t("roles.text")}</span>
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
              labels={{ files: t("lists.files") }}
              help={t("lists.filesHelp")}
              save={t("lists.save")}
              saveLabel={t("lists.saveFiles")}
              canChange={canChange}
              onSave={set}
            />
          </section>
          <GrantList
            grants={grants}
            roles={roles}
            room={view.roomId}
            canRevoke={may(state, "revokeGrant")}
          />
        </div>
        <TryCall room={view.roomId} roles={roles} />
      </div>
      <VerdictList room={view.roomId} />
      <section aria-labelledby="policy-rules">
        <h3 id="policy-rules" className="pol-title">
          {t("rules.title")} <span className="small muted">{t("rules.text")}</span>
        </h3>
        <ol className="pol-rules">
          {RULE_IDS.map((id) => {
            const effect = effectOf(id, settings.preset);
            return (
              <li key={id}>
                <span className="num-n">{numberOfRule(id)}</span>
                <span className={`strong pol-${effect}`}>{t(`rules.effect.${effect}`)}</span>
                <span>{titleAs(effect, id)}</span>
              </li>
            );
          })}
        </ol>
      </section>
    </section>
  );
}
