import type { ReplayOutline } from "@squadroom/core/replay/contract";
import { Link2, Pause, Play, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { exactTime } from "../../clock/since.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Segments } from "../../ui/segments.tsx";
import { say } from "../../words/say.tsx";
import { SPEEDS, type Speed } from "./pace.ts";
import { Timeline } from "./timeline.tsx";
import "./scrubber.css";

type ScrubberProps = {
  /** `null` until it is loaded. */
  outline: ReplayOutline | null;
  at: number;
  head: number;
  /** Time of the current event, epoch ms. */
  time: number;
  isPlaying: boolean;
  speed: Speed;
  onSeek: (at: number) => void;
  onPlay: (play: boolean) => void;
  onSpeed: (speed: Speed) => void;
  onLink: () => void;
};

/** The log as a line: the current place, forward and back, and the speed. */
export function Scrubber({
  outline,
  at,
  head,
  time,
  isPlaying,
  speed,
  onSeek,
  onPlay,
  onSpeed,
  onLink,
}: ScrubberProps): ReactNode {
  const position = { at: at.toLocaleString("en"), head: head.toLocaleString("en") };
  return (
    <section className="scrub" aria-label="Replay">
      <div className="scrub-row">
        <IconButton icon={SkipBack} label="Previous event" onClick={() => onSeek(at - 1)} />
        <button
          type="button"
          className={`${buttonClass("primary")} scrub-play`}
          aria-label={isPlaying ? "Pause" : "Play"}
          onClick={() => onPlay(!isPlaying)}
        >
          <Icon of={isPlaying ? Pause : Play} />
        </button>
        <IconButton icon={SkipForward} label="Next event" onClick={() => onSeek(at + 1)} />
        <Segments
          label="Speed"
          value={String(speed)}
          onChange={(value) => onSpeed(Number(value) as Speed)}
          options={SPEEDS.map((n) => ({ value: String(n), label: `${n}×` }))}
        />
        <Button className="end wide" onClick={onLink}>
          <Icon of={Link2} size="s" />
          Copy link to this moment
        </Button>
        <IconButton icon={Link2} label="Copy link to this moment" className="end narrow" onClick={onLink} />
      </div>
      <div className="scrub-tl">
        {outline && <Timeline outline={outline} at={at} time={time} onSeek={onSeek} />}
        <input
          type="range"
          className="scrub-line"
          min={1}
          max={head}
          step={1}
          value={at}
          aria-label="Event"
          aria-valuetext={say`event ${position.at} of ${position.head}, ${exactTime(time)}`}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
      </div>
    </section>
  );
}
