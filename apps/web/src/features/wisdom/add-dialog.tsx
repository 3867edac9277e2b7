import { FILES_MAX, LABELS_MAX, WISDOM_KINDS, type WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import type { ReactNode } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Segments } from "../../ui/segments.tsx";
import { sessionName } from "./entry-facts.tsx";
import { openEntry } from "./open-entry.ts";
import { KIND } from "./words.ts";
import "./wisdom.css";

/** A person writes down what the team should know. */
export function AddDialog({
  state: { view },
  names,
  session: of = null,
  onClose,
}: {
  state: RoomState;
  names: Names;
  /** The session on whose page it is opened. */
  session?: number | null;
  onClose: () => void;
}): ReactNode {
  const { roomId, sessions, wisdom } = view;
  const isOpen = sessions.live.some(({ id }) => id === of);
  const form = useActForm("addWisdom", {
    // A draft for each page on which it is opened; entries made on a session's page belong to the session.
    draft: `wisdom:${roomId}:add${of === null ? "" : `:${of}`}`,
    start: {
      kind: "decision" as WisdomKind,
      text: "",
      files: "",
      labels: "",
      session: isOpen ? String(of) : "",
    },
    own: { role: "" },
    lacks: ({ text }) => ({ text: text.trim() === "" && "Say what the team should know." }),
    gives: ({ kind, text, files, labels, role, session }) => {
      const lists = { files: listOf(files, FILES_MAX), labels: listOf(labels, LABELS_MAX) };
      const entry = { kind, text, ...lists, roles: role === "" ? [] : [role] };
      const body = { entries: [entry], ...(session && { session: Number(session) }) };
      return { params: { room: roomId }, body };
    },
    said: ({ ids: [id = 0], gaveWay: { length: count } }) => {
      if (id <= wisdom.number) return `The team knows this already: entry ${id}.`;
      return count > 0
        ? `Added entry ${id}. The room is full, so ${count} older ${count === 1 ? "entry" : "entries"} made room.`
        : `Added entry ${id}.`;
    },
    onDone: ({ ids: [id = 0] }) => {
      openEntry(id);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add an entry"
      width={560}
      label="Add entry"
      keys="Mod+Enter"
      className="wi-form"
    >
      <Area {...form.at("text")} label="What the team should know" />
      <Segments
        {...form.at("kind")}
        label="Kind"
        options={WISDOM_KINDS.map((value) => ({ value, label: KIND[value] }))}
      />
      <Field
        {...form.at("files")}
        label="Files"
        help="Paths or patterns, with commas between them. Tasks about these files get it first."
      />
      <Field {...form.at("labels")} label="Labels" help="With commas between them." />
      <div className="wi-pair">
        <Select
          {...form.at("role")}
          label="For"
          options={[
            { value: "", label: "Every role" },
            ...(view.team?.roles ?? []).map(({ name, title }) => ({ value: name, label: title })),
          ]}
        />
        {view.sessions.live.length > 0 && (
          <Select
            {...form.at("session")}
            label="Scope"
            options={[{ value: "", label: "The whole room" }, ...sessionChoices(view.sessions.live, names)]}
          />
        )}
      </div>
    </FormDialog>
  );
}

function sessionChoices(sessions: readonly { id: number }[], names: Names) {
  return sessions.map(({ id }) => ({ value: String(id), label: sessionName(id, names) }));
}

/** The parts between the commas. */
function listOf(text: string, max: number): string[] {
  const all = text.split(",").map((one) => one.trim());
  return [...new Set(all.filter((one) => one !== ""))].slice(0, max);
}
