import { connectLine } from "@squadroom/core/kernel/connect-link";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plug } from "lucide-react";
import type { ReactNode } from "react";
import { useUntil } from "../../clock/time.tsx";
import { call, isRefused } from "../../live/api.ts";
import { Brand } from "../../shell/brand.tsx";
import { Unreachable } from "../../shell/unreachable.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { CommandLine } from "../../ui/command-line.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import "../../shell/sign-in-page.css";

const CONNECT_LINK = {
  used: "This connect link was already used",
  expired: "This connect link has expired",
  unknown: "This server doesn't know this connect link",
};

const route = getRouteApi("/c/$code");

/** Somebody who opens a connect link in a browser learns what to do with it; that doesn't use it up. */
export function ConnectLinkRoute(): ReactNode {
  const { code } = route.useParams();
  useTitle("Connect an agent");
  return (
    <div className="si-page">
      <header>
        <Brand />
      </header>
      <main className="si">
        <ConnectLink code={code} />
      </main>
    </div>
  );
}

export function ConnectLink({ code }: { code: string }): ReactNode {
  const look = useQuery({
    queryKey: ["connect-link", code],
    queryFn: () => call("lookAtConnectLink", { body: { code } }),
    gcTime: 0,
  });
  const ends = useUntil(look.data?.expiresAt ?? 0);
  if (look.isPending) return <SkeletonRows rows={3} />;
  if (look.isError) {
    const { error } = look;
    const over = (["used", "expired", "unknown"] as const).find((one) => isRefused(error, `connect_link_${one}`));
    if (!over) return <Unreachable error={error} onAgain={() => void look.refetch()} />;
    return (
      <Problem icon={Plug} tone="warn" title={CONNECT_LINK[over]} code={`connect_link_${over}`} isScreen>
        Ask a lead of the room for another: Connect makes one.
      </Problem>
    );
  }
  const { name, room } = look.data;
  return (
    <>
      <h1>{say`Connect ${name} to ${room.name}`}</h1>
      <p className="read">Run this in a terminal, in the folder of the agent's project.</p>
      <div className="si-line">
        <CommandLine line={connectLine(location.origin, code)} />
      </div>
      <dl className="kv si-facts">
        <dt>Server</dt>
        <dd className="mono">{location.host}</dd>
        <dt>Link expires</dt>
        <dd>{ends}</dd>
      </dl>
      <p className="small muted si-foot">Opening this page doesn't use the link up. Running the line does.</p>
    </>
  );
}
