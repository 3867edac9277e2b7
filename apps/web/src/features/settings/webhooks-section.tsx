import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { WebhooksPanel } from "../webhook/index.ts";

const route = getRouteApi("/shell/rooms/$room/settings");

/** Which other programs hear of the room. */
export function WebhooksSection({ room }: { room: string }): ReactNode {
  const navigate = route.useNavigate();
  const { add = false } = route.useSearch();
  const onForm = useCallback(() => void navigate({ search: { section: "webhooks" }, replace: true }), [navigate]);
  return (
    <section className="st-hooks" aria-label="Webhooks">
      <div className="st-head">
        <h2>Webhooks</h2>
      </div>
      <WebhooksPanel room={room} wantsForm={add} onForm={onForm} onClose={() => undefined} />
    </section>
  );
}
