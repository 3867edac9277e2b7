import { DEMO_STEPS } from "@squadroom/core/room/demo-story";
import { Link } from "@tanstack/react-router";
import { Play, Plug, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Ball } from "../../ui/ball.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import { useMe } from "../access/index.ts";
import { OwnCommand } from "../command/index.ts";
import { DEMO_OWNERS } from "./demo-story.tsx";
import { useStartDemo } from "./use-start-demo.ts";
import { EMPTY_STORY } from "./words.ts";
import "./first-page.css";

/** Before there is any room: watch one work, create one, or see how agents join. */
export function FirstPage({ onCreate }: { onCreate: () => void }): ReactNode {
  const me = useMe().data;
  const { start, isStarting } = useStartDemo();
  return (
    <div className="fp">
      {me && !me.admin ? (
        <>
          <h1>Nobody has shared a room with you yet</h1>
          <p className="read">
            {me.askForRoom === null
              ? "Ask an admin to add you to one. Meanwhile, watch a demo or create a room of your own."
              : say`Ask ${me.askForRoom} to add you to one. Meanwhile, watch a demo or create a room of your own.`}
          </p>
        </>
      ) : (
        <>
          <h1>Welcome. There are no rooms yet.</h1>
          <p className="read">A room holds one team and its work. Watch a demo first, or bring your own agents.</p>
        </>
      )}
      <div className="fp-grid">
        <section className="fp-card fp-demo">
          <h2>Watch a demo squad</h2>
          <p className="ink2">
            Scripted agents join like any other and work through a short list. The first question comes within a minute.
          </p>
          <ol className="story">
            {DEMO_STEPS.squad.map((step) => (
              <li key={step} className={DEMO_OWNERS[step] === "you" ? "mine" : undefined}>
                <Ball of={DEMO_OWNERS[step]} />
                {EMPTY_STORY[step]}
              </li>
            ))}
          </ol>
          <div className="fp-foot">
            <Button kind="primary" big onClick={() => start()} off={isStarting ? "Starting the demo" : undefined}>
              <Icon of={Play} size="s" />
              Start the demo
            </Button>
            <Button big onClick={() => start("lifecycle")} off={isStarting ? "Starting the demo" : undefined}>
              Watch a pipeline instead
            </Button>
            <p className="small muted">Calls no model. Removed with one click.</p>
          </div>
        </section>
        <div className="fp-col">
          <section className="fp-card">
            <h2>New room</h2>
            <p className="ink2">
              Name it after the project. Choose how many agents work in it; a single one is enough to start.
            </p>
            <OwnCommand args="room new checkout-web --preset squad" />
            <div>
              <Button big onClick={onCreate}>
                <Icon of={Plus} size="s" />
                New room
              </Button>
            </div>
          </section>
          <section className="fp-card">
            <h2>Connect an agent</h2>
            <p className="ink2">Any agent that can run a command or call an API can join: you paste one line, once.</p>
            <div className="row">
              <Link to="/connect" className={buttonClass("plain", true)}>
                <Icon of={Plug} size="s" />
                Connect an agent
              </Link>
              <span className="small muted">Needs a room first.</span>
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
