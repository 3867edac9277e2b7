import { DEMO_STEPS } from "@squadroom/core/room/demo-story";
import { Link } from "@tanstack/react-router";
import { Play, Plug, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Ball } from "../../ui/ball.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { useMe } from "../access/index.ts";
import { OwnCommand } from "../command/index.ts";
import { DEMO_OWNERS } from "./demo-story.tsx";
import { useStartDemo } from "./use-start-demo.ts";
import "./first-page.css";
import "./words.ts";

const { t } = wordsOf("room");

/** Before there is any room: watch one work, make one, or see how agents join. */
export function FirstPage({ onCreate }: { onCreate: () => void }): ReactNode {
  const me = useMe().data;
  const { start, isStarting } = useStartDemo();
  return (
    <div className="fp">
      {me && !me.admin ? (
        <>
          <h1>{t("empty.unshared")}</h1>
          <p className="read">
            {me.askForRoom === null
              ? t("empty.askAnyone")
              : t("empty.ask", { name: me.askForRoom })}
          </p>
        </>
      ) : (
        <>
          <h1>{t("empty.title")}</h1>
          <p className="read">{t("empty.text")}</p>
        </>
      )}
      <div className="fp-grid">
        <section className="fp-card fp-demo">
          <h2>{t("empty.demo")}</h2>
          <p className="ink2">{t("empty.demoText")}</p>
          <ol className="story">
            {DEMO_STEPS.squad.map((step) => (
              <li key={step} className={DEMO_OWNERS[step] === "you" ? "mine" : undefined}>
                <Ball of={DEMO_OWNERS[step]} />
                {t(`empty.story.${step}`)}
              </li>
            ))}
          </ol>
          <div className="fp-foot">
            <Button
              kind="primary"
              big
              onClick={() => start()}
              off={isStarting ? t("empty.starting") : undefined}
            >
              <Icon of={Play} size="s" />
              {t("empty.demoStart")}
            </Button>
            <Button
              big
              onClick={() => start("lifecycle")}
              off={isStarting ? t("empty.starting") : undefined}
            >
              {t("empty.demoPipeline")}
            </Button>
            <p className="small muted">{t("empty.demoNote")}</p>
          </div>
        </section>
        <div className="fp-col">
          <section className="fp-card">
            <h2>{t("empty.new")}</h2>
            <p className="ink2">{t("empty.newText")}</p>
            <OwnCommand args="room new checkout-web --preset squad" />
            <div>
              <Button big onClick={onCreate}>
                <Icon of={Plus} size="s" />
                {t("empty.new")}
              </Button>
            </div>
          </section>
          <section className="fp-card">
            <h2>{t("empty.connect")}</h2>
            <p className="ink2">{t("empty.connectText")}</p>
            <div className="row">
              <Link to="/connect" className={buttonClass("plain", true)}>
                <Icon of={Plug} size="s" />
                {t("empty.connect")}
              </Link>
              <span className="small muted">{t("empty.connectNote")}</span>
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
