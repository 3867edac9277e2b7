import type { Body, CallOptions, Reply } from "@squadroom/client/call";
import { type Limit, limits } from "@squadroom/core/contract/limits";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useDraft } from "../drafts/use-draft.ts";
import { explain, isRefused } from "../live/api.ts";
import type { Done } from "./do-act.ts";
import { useActs } from "./use-act.ts";

type KeysOf<T> = T extends string | number | boolean | null | undefined
  ? never
  : T extends readonly (infer Part)[]
    ? KeysOf<Part>
    : keyof T & string;
type BodyKeys<T> = KeysOf<T> | { [K in KeysOf<T>]: KeysOf<MemberOf<T, K>> }[KeysOf<T>];
type MemberOf<T, K extends string> = T extends { [P in K]?: infer V } ? V : never;

/** The names of a route's fields, including those of a part or of a list's elements. */
export type FieldOf<Id extends RouteId> = BodyKeys<Body<Id>>;
type Explains = (error: unknown) => string | null;
/** `true`: its own part of the form says what is wrong with it. */
type Words<T> = { [K in keyof T | "whole"]?: string | boolean | undefined };

export interface ActFormOf<Id extends RouteId, S, O> extends Omit<Done<Id>, "onDone" | "said"> {
  /** What its fields start with. Each is a field of the route, in the form that a person writes. */
  start: S & { [K in Exclude<keyof S, FieldOf<Id>>]: never };
  /** What else they write, which goes into the call under other names. */
  own?: O;
  /** What it is about, the same whenever it opens: what was written is kept. Left out, it ends with the form. */
  draft?: string;
  /** What is kept lets somebody in: it is kept only while the page lives, and nowhere else. */
  isSecret?: boolean;
  gives: (value: S & O) => CallOptions<Id>;
  /** By field, why it can't be sent as it is; `whole`: a problem of no single field. */
  lacks?: (value: S & O) => Words<S & O>;
  /** Refusals about one field, besides those that name it. */
  refusals?: { [C in RefusalCode]?: keyof (S & O) & string };
  /** Other words for what went wrong. */
  explains?: Explains;
  said?: (reply: Reply<Id>, value: S & O) => string | null;
  onDone?: (reply: Reply<Id>, value: S & O) => unknown;
}

/** A field's part of the form, to be spread over `Field`, `Area`, `Select`, `Segments`, `Choice` or `Check`. */
export interface Bound<V> {
  name: string;
  value: V;
  onChange: (value: V) => void;
  problem: string | undefined;
  maxLength: number | undefined;
  words: readonly string[] | undefined;
}

/** The element in which it is written. */
export interface FormBinding {
  ref: RefObject<HTMLFormElement | null>;
  noValidate: true;
  "aria-busy": true | undefined;
  onSubmit: (event: FormEvent) => void;
}

export interface ActFormState<T> {
  value: T;
  /** The last reply belongs to what is written now. */
  isSent: boolean;
  edit: (change: Partial<T>) => void;
  at: <K extends keyof T & string>(name: K) => Bound<T[K]>;
  /** Sends it, with this change to what is written. */
  submit: (change?: Partial<T>) => void;
  /** The person has tried to send it. */
  isTried: boolean;
  isBusy: boolean;
  error: unknown;
  /** The problem that belongs to no single field. */
  problem: string | null;
  isKept: boolean;
  discard: () => void;
  binding: FormBinding;
}

interface Issue {
  field: string;
  problem: string;
}

/**
 * What a person writes for an act, from its route: kept while it is written, sent once at a time, and dropped when the
 * server has it. A refusal is shown at its field, and the first field with a problem gets the focus.
 */
export function useActForm<Id extends RouteId, S extends object, O extends object = object>(
  id: Id,
  of: ActFormOf<Id, S, O>,
): ActFormState<S & O> & { reply: Reply<Id> | null } {
  type T = S & O;
  const start = { ...of.start, ...of.own } as T;
  const kept = useDraft(of.draft ?? "", start, of.isSecret);
  const [own, setOwn] = useState(start);
  const value = of.draft === undefined ? own : kept.value;
  const { send, ...acts } = useActs();
  const [isTried, setTried] = useState(false);
  const [fails, setFails] = useState(0);
  const sentLast = useRef<T | null>(null);
  const drawn = useRef(new Set<string>());
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fails > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [fails]);

  const edit = (change: Partial<T>): void => {
    if (of.draft !== undefined) kept.edit(change);
    else setOwn((before) => ({ ...before, ...change }));
  };
  const wrong = acts.error === null ? {} : problemsOf(acts.error, of, start);
  const lacksOf = (written: T) => (of.lacks?.(written) ?? {}) as Record<string, unknown>;
  const limitOf = (name: string): number | undefined => {
    const { max, min }: Limit = limits[id]?.[name] ?? {};
    return min === undefined && typeof start[name as keyof T] === "string" ? max : undefined;
  };
  /** Drafts and other programs can exceed the limit at which the browser stops. */
  const excessAt = (name: string): string | undefined => {
    const [max, text] = [limitOf(name), value[name as keyof T]];
    const isOver = max !== undefined && typeof text === "string" && text.length > max;
    return isOver ? `It can have ${max.toLocaleString("en")} characters at most.` : undefined;
  };
  /** The server's word on a field holds until the field changes. */
  const isAs = (name: string): boolean =>
    sentLast.current === null || sentLast.current[name as keyof T] === value[name as keyof T];
  const lackAt = (name: string): string | undefined => {
    const lack = isTried && lacksOf(value)[name];
    return typeof lack === "string" ? lack : undefined;
  };
  const problemAt = (name: string): string | undefined =>
    excessAt(name) ?? lackAt(name) ?? (isAs(name) ? wrong[name] : undefined);

  const submit = (change?: Partial<T>): void => {
    if (acts.isBusy) return;
    setTried(true);
    const sent = { ...value, ...change };
    const isOver = Object.keys(of.start).some(excessAt);
    if (isOver || Object.values(lacksOf(sent)).some(Boolean)) return setFails(fails + 1);
    sentLast.current = sent;
    void send(id, of.gives(sent), {
      changes: of.changes,
      onFail: of.onFail,
      said: (reply) => of.said?.(reply, sent) ?? null,
      onDone: (reply) => {
        if (of.draft !== undefined) change ? kept.discard() : kept.sent(sent);
        setTried(false);
        of.onDone?.(reply, sent);
      },
    }).then((isDone) => !isDone && setFails((before) => before + 1));
  };
  /** Problems that no drawn field shows. */
  const wholeProblem = (): string | null => {
    const names = Object.keys({ ...(isTried && lacksOf(value)), ...wrong });
    const whole = names.find((name) => !drawn.current.has(name) && problemAt(name));
    return whole === undefined ? null : (lackAt(whole) ?? wordsFor(acts.error, of));
  };
  return {
    value,
    isSent: Object.keys(start).every(isAs),
    edit,
    at: (name) => {
      drawn.current.add(name);
      return {
        name,
        value: value[name],
        onChange: (next) => edit({ [name]: next } as unknown as Partial<T>),
        problem: problemAt(name),
        maxLength: limitOf(name),
        words: limits[id]?.[name]?.words,
      };
    },
    submit,
    isTried,
    isBusy: acts.isBusy,
    error: acts.error,
    // Only when asked for: what it depends on may be drawn after the form.
    get problem() {
      return wholeProblem();
    },
    isKept: of.draft !== undefined && kept.isKept,
    discard: kept.discard,
    reply: acts.reply as Reply<Id> | null,
    binding: {
      ref,
      noValidate: true,
      "aria-busy": acts.isBusy || undefined,
      onSubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

/** A refusal, by the fields that it is about; `whole`: by none of this form. */
function problemsOf(
  error: unknown,
  { explains, refusals }: { explains?: Explains; refusals?: object },
  fields: object,
): Record<string, string> {
  const message = wordsFor(error, { explains });
  if (!isRefused(error)) return { whole: message };
  const name = (refusals as Partial<Record<RefusalCode, string>> | undefined)?.[error.code];
  if (name !== undefined) return { [name]: message };
  const { issues = [] } = error.refusal.details as { issues?: Issue[] };
  const at = issues.flatMap(({ field, problem }) => {
    const known = field.split(".").find((part) => part in fields);
    return known === undefined ? [] : [[known, sentenceOf(problem)] as const];
  });
  return at.length > 0 ? Object.fromEntries(at.toReversed()) : { whole: message };
}

function wordsFor(error: unknown, { explains }: { explains?: Explains }): string {
  return explains?.(error) ?? explain(error).message;
}

/** `must have at most 40 characters` follows a field's name; below the field it is a sentence. */
function sentenceOf(problem: string): string {
  return /^[a-z].*[^.]$/s.test(problem) ? `It ${problem}.` : problem;
}

/** Ctrl or ⌘ and Enter send it, from any of its fields; Escape goes back, if there is a way back. */
export function keysOf(
  submit: () => void,
  keys: "Enter" | "Mod+Enter" | undefined,
  onBack?: () => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (keys === "Mod+Enter" && isSent) submit();
    else if (onBack && event.key === "Escape") onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
