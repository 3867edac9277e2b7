import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { useActs } from "../../act/use-act.ts";
import { may } from "../../live/allowed.ts";
import { call, explain } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import "./export-section.css";
import { roomFileParts } from "@squadroom/client/room-file";

const SETTINGS_OF = {
  tasks: "Tasks",
  messages: "Messages",
  decisions: "Decisions",
  usage: "Usage",
};

const SETTINGS_HINT = {
  tasks: "with their results and tokens",
  messages: "of people and agents",
  decisions: "asked and answered",
  usage: "tokens and cost of each task and agent",
};

const SETTINGS = {
  csv: "CSV",
  json: "JSON",
};

const RECORDS = ["tasks", "messages", "decisions", "usage"] as const;

/** What can be carried out of a room, and how a session is brought into it. */
export function ExportSection({ state }: { state: RoomState }): ReactNode {
  const { roomId, name } = state.view;
  const { send } = useActs("toast");
  const save = (of: (typeof RECORDS)[number], format: "csv" | "json"): void =>
    void send(
      "exportRecords",
      { params: { room: roomId }, query: { of, format } },
      { onDone: ({ content }) => saveFile(`${name}-${of}.${format}`, content) },
    );
  return (
    <>
      <section>
        <div className="ex-head">
          <h2>Records</h2>
          <p className="small muted">
            All of a kind as one table, the oldest first: CSV for a spreadsheet, JSON for a program.
          </p>
        </div>
        <ul className="ex-list">
          {RECORDS.map((of) => (
            <li key={of}>
              <span>
                <span className="strong">{SETTINGS_OF[of]}</span>{" "}
                <span className="small muted">{SETTINGS_HINT[of]}</span>
              </span>
              {(["csv", "json"] as const).map((format) => (
                <Button
                  key={format}
                  kind="ghost"
                  aria-label={say`${SETTINGS_OF[of]} as ${SETTINGS[format]}`}
                  onClick={() => save(of, format)}
                >
                  <Icon of={Download} size="s" />
                  {SETTINGS[format]}
                </Button>
              ))}
            </li>
          ))}
        </ul>
      </section>
      {may(state, "exportRoom") && <WholeRoom roomId={roomId} name={name} />}
      <section>
        <div className="ex-head">
          <h2>Sessions</h2>
          <p className="small muted">
            A session is exported from its own page. One from another room, another server or another tool is imported
            here.
          </p>
        </div>
        {may(state, "importSession") && (
          <Link to="/rooms/$room/import" params={{ room: name }} className={buttonClass()}>
            Import a session
          </Link>
        )}
      </section>
    </>
  );
}

function WholeRoom({ roomId, name }: { roomId: string; name: string }): ReactNode {
  const save = useMutation({
    mutationFn: () => saveRoom(roomId, name),
    onError: (error) => toast(explain(error).message, { tone: "bad" }),
  });
  return (
    <section>
      <div className="ex-head">
        <h2>Whole room</h2>
        <p className="small muted">
          One file with the room's history, team, settings and files, to move it to another server. Credentials,
          invitations, webhooks and accounts stay here.
        </p>
      </div>
      <Button
        onClick={() => {
          if (!save.isPending) save.mutate();
        }}
      >
        <Icon of={Download} size="s" />
        {save.isPending ? "Exporting…" : "Export the room"}
      </Button>
    </section>
  );
}

/** Saves a whole room as one file, still packed. */
async function saveRoom(room: string, name: string): Promise<void> {
  const encoder = new TextEncoder();
  const parts = roomFileParts(call, room);
  const lines = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  const packed = new Response(lines.pipeThrough(new CompressionStream("gzip")));
  saveFile(`${name}.room.gz`, new Uint8Array(await packed.arrayBuffer()));
}
