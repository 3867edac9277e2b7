import type { ReactNode } from "react";
import { wordsOf } from "../../words/words-of.ts";
import { WebhooksPanel } from "../webhook/index.ts";

/** Which other programs hear of the room. */
export function WebhooksSection({ room }: { room: string }): ReactNode {
  const { t } = wordsOf("settings");
  return (
    <section className="st-hooks">
      <div className="st-head">
        <h2>{t("sections.webhooks")}</h2>
      </div>
      <WebhooksPanel room={room} onClose={() => undefined} />
    </section>
  );
}
