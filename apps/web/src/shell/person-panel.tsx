import { useNavigate } from "@tanstack/react-router";
import { Braces, KeyRound, LogOut, MonitorX, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { forgetMe, type Me } from "../features/access/me.ts";
import { NotificationChoice } from "../features/notification/notification-choice.tsx";
import { call, explain, isRefused, queryClient } from "../live/api.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import { Anchored } from "../ui/anchored.tsx";
import { Icon } from "../ui/icon.tsx";
import { late } from "../ui/late.tsx";
import { Segments } from "../ui/segments.tsx";
import { toast } from "../ui/toasts.ts";
import { wordsOf } from "../words/words-of.ts";
import "./person-words.ts";

const PasswordDialog = late(() =>
  import("../features/access/password-dialog.tsx").then((module) => module.PasswordDialog),
);

const TokensDialog = late(() =>
  import("../features/access/tokens-dialog.tsx").then((module) => module.TokensDialog),
);

const THEMES: readonly Preferences["theme"][] = ["system", "light", "dark"];

export function PersonPanel({
  me,
  anchor,
  onClose,
}: {
  me: Me;
  anchor: HTMLElement;
  onClose: () => void;
}): ReactNode {
  const { t } = wordsOf("shell");
  const navigate = useNavigate();
  const { theme, singleKeys } = usePreferences();
  const [opened, setOpened] = useState<"password" | "tokens" | null>(null);
  const signOut = (): void => {
    call("signOut")
      .then(() => {
        queryClient.clear();
        onClose();
        void navigate({ to: "/sign-in" });
      })
      .catch((error: unknown) => {
        if (isRefused(error, "unauthorized")) forgetMe();
        else toast(explain(error).message, { tone: "bad" });
      });
  };
  const signOutElsewhere = (): void => {
    call("signOutElsewhere")
      .then(({ ended }) => toast(t("person.signedOutElsewhere", { count: ended })))
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  };
  if (opened === "password")
    return <PasswordDialog hasPassword={me.hasPassword} onClose={onClose} />;
  if (opened === "tokens") return <TokensDialog onClose={onClose} />;
  return (
    <Anchored anchor={anchor} label={t("menu.open")} align="start" onClose={onClose}>
      <p className="menu-part small muted">{t("menu.signedIn", { name: me.name })}</p>
      <div className="menu-part">
        <span className="label">{t("person.theme")}</span>
        <Segments
          label={t("person.theme")}
          value={theme}
          onChange={(value) => setPreferences({ theme: value })}
          options={THEMES.map((value) => ({ value, label: t(`person.${value}`) }))}
        />
      </div>
      <div className="menu-part">
        <span className="label">{t("person.singleKeys")}</span>
        <Segments
          label={t("person.singleKeys")}
          value={singleKeys ? "on" : "off"}
          onChange={(value) => setPreferences({ singleKeys: value === "on" })}
          options={[
            { value: "on", label: t("person.on") },
            { value: "off", label: t("person.off") },
          ]}
        />
        <span className="small muted menu-hint">{t("person.singleKeysHint")}</span>
      </div>
      <NotificationChoice personId={me.id} />
      <div className="menu-rule">
        {me.admin && (
          <button
            type="button"
            className="menu-item narrow"
            onClick={() => {
              onClose();
              void navigate({ to: "/settings" });
            }}
          >
            <Icon of={Settings} />
            {t("settings")}
          </button>
        )}
        <button type="button" className="menu-item" onClick={() => setOpened("password")}>
          <Icon of={KeyRound} />
          {me.hasPassword ? t("person.changePassword") : t("person.password")}
        </button>
        <button type="button" className="menu-item" onClick={() => setOpened("tokens")}>
          <Icon of={Braces} />
          {t("person.tokens")}
        </button>
        <button type="button" className="menu-item" onClick={signOutElsewhere}>
          <Icon of={MonitorX} />
          {t("person.signOutElsewhere")}
        </button>
        <button type="button" className="menu-item" onClick={signOut}>
          <Icon of={LogOut} />
          {t("person.signOut")}
        </button>
      </div>
    </Anchored>
  );
}
