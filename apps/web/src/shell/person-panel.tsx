import { counted } from "@squadroom/core/kernel/words";
import { useNavigate } from "@tanstack/react-router";
import { Braces, Fingerprint, KeyRound, LogOut, Mail, MonitorX, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAct, useActs } from "../act/use-act.ts";
import { forgetMe, type Me } from "../features/access/me.ts";
import { toProvider, useOidc } from "../features/access/oidc.ts";
import { sayDone } from "../features/access/still-working.ts";
import { NotificationChoice } from "../features/notification/notification-choice.tsx";
import { explain, isRefused, queryClient } from "../live/api.ts";
import { type Preferences, setPreferences, usePreferences } from "../preferences/preferences.ts";
import { Anchored } from "../ui/anchored.tsx";
import { Icon } from "../ui/icon.tsx";
import { late } from "../ui/late.tsx";
import { Segments } from "../ui/segments.tsx";
import { toast } from "../ui/toasts.ts";
import { say } from "../words/say.tsx";

const PERSON = {
  light: "Light",
  dark: "Dark",
  system: "System",
};

const PasswordDialog = late(() =>
  import("../features/access/password-dialog.tsx").then((module) => module.PasswordDialog),
);

const OidcDialog = late(() => import("../features/access/oidc-dialog.tsx").then((module) => module.OidcDialog));

const TokensDialog = late(() => import("../features/access/tokens-dialog.tsx").then((module) => module.TokensDialog));

const MailDialog = late(() => import("../features/mail/mail-dialog.tsx").then((module) => module.MailDialog));

const THEMES: readonly Preferences["theme"][] = ["system", "light", "dark"];

export function PersonPanel({ me, anchor, onClose }: { me: Me; anchor: HTMLElement; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const { theme, singleKeys } = usePreferences();
  const { data: oidc } = useOidc();
  const [opened, setOpened] = useState<"password" | "oidc" | "tokens" | "mail" | null>(null);
  const leaves = useActs();
  const signOut = (): void =>
    void leaves.send(
      "signOut",
      {},
      {
        onDone: () => {
          queryClient.clear();
          onClose();
          void navigate({ to: "/sign-in" });
        },
        onFail: (error) => {
          if (isRefused(error, "unauthorized")) forgetMe();
          else toast(explain(error).message, { tone: "bad" });
        },
      },
    );
  const others = useAct("signOutElsewhere", {
    told: "toast",
    onDone: ({ ended, tokens }) =>
      sayDone(
        ended === 0
          ? "You weren't signed in anywhere else."
          : `Signed out everywhere else: ${counted(ended, "sign-in")} ended.`,
        tokens,
      ),
  });
  if (opened === "password") return <PasswordDialog hasPassword={me.hasPassword} onClose={onClose} />;
  if (opened === "oidc") return <OidcDialog name={oidc?.provider?.name ?? ""} onClose={onClose} />;
  if (opened === "tokens") return <TokensDialog onClose={onClose} />;
  if (opened === "mail") return <MailDialog onClose={onClose} />;
  return (
    <Anchored anchor={anchor} label="Your menu" align="start" onClose={onClose}>
      <p className="menu-part small muted">{say`Signed in as ${me.name}`}</p>
      <div className="menu-part">
        <span className="label">Theme</span>
        <Segments
          label="Theme"
          value={theme}
          onChange={(value) => setPreferences({ theme: value })}
          options={THEMES.map((value) => ({ value, label: PERSON[value] }))}
        />
      </div>
      <div className="menu-part">
        <span className="label">Single keys</span>
        <Segments
          label="Single keys"
          value={singleKeys ? "on" : "off"}
          onChange={(value) => setPreferences({ singleKeys: value === "on" })}
          options={[
            { value: "on", label: "On" },
            { value: "off", label: "Off" },
          ]}
        />
        <span className="small muted menu-hint">j, k, g r and so on. Ctrl and ⌘ combinations always work.</span>
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
            Settings
          </button>
        )}
        <button type="button" className="menu-item" onClick={() => setOpened("password")}>
          <Icon of={KeyRound} />
          {me.hasPassword ? "Change the password" : "Set a password"}
        </button>
        <OidcItem onConnect={me.hasPassword ? () => setOpened("oidc") : null} />
        <button type="button" className="menu-item" onClick={() => setOpened("mail")}>
          <Icon of={Mail} />
          E-mail
        </button>
        <button type="button" className="menu-item" onClick={() => setOpened("tokens")}>
          <Icon of={Braces} />
          Access tokens
        </button>
        <button type="button" className="menu-item" onClick={() => void others.send({})}>
          <Icon of={MonitorX} />
          Sign out everywhere else
        </button>
        <button type="button" className="menu-item" onClick={signOut}>
          <Icon of={LogOut} />
          Sign out
        </button>
      </div>
    </Anchored>
  );
}

/**
 * The other way to sign in, on a server that has one: a person's account there is connected here.
 *
 * @param onConnect asks for the password first; `null`: there is none
 */
function OidcItem({ onConnect }: { onConnect: (() => void) | null }): ReactNode {
  const { data } = useOidc();
  const start = useAct("startOidc", { told: "toast", onDone: toProvider });
  const body = { next: location.pathname + location.search, connect: true } as const;
  const leave = useAct("disconnectOidc", {
    told: "toast",
    changes: ["oidc"],
    said: () => "You're disconnected. Sign in with your password from now on.",
  });
  if (!data?.provider) return null;
  const { name } = data.provider;
  return (
    <button
      type="button"
      className="menu-item"
      title={data.connected?.label}
      onClick={() => {
        if (data.connected) void leave.send({});
        else if (onConnect) onConnect();
        else void start.send({ body });
      }}
    >
      <Icon of={Fingerprint} />
      {data.connected ? say`Disconnect ${name}` : say`Connect ${name}`}
    </button>
  );
}
