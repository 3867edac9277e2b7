import * as z from "zod";
import { PERSON_ROLES } from "./person-roles.ts";
import type { RefusalCode } from "./refusal-code.ts";
import { text } from "./text.ts";

/** Path and method of each route without its schemas: all that a browser needs for a call. */
export const API_PREFIX = "/api/v1";

export const PersonRole = z.enum(PERSON_ROLES);
export type PersonRole = z.infer<typeof PersonRole>;

/**
 * Who may call a route.
 * - `anyone`: no credential needed
 * - `signed_in`: any person; `admin`: the server's admins
 * - `room`: persons of at least this role in the room (admins always), and agents of the room if `agents`
 * - `agent`: the room's agents only; `runner`: its runners only
 * - `me`: any valid credential
 */
export type Access =
  | { who: "anyone" }
  | { who: "me" }
  /** `inPerson`: opening one's account to others takes a sign-in, never an access token. */
  | { who: "signed_in"; inPerson?: true }
  | { who: "admin"; inPerson?: true }
  | { who: "room"; persons: PersonRole; agents: boolean }
  | { who: "agent" }
  | { who: "runner" };

/** A route as a tool of agents that speak MCP (`contract/tools.ts`). */
export interface ToolDef {
  name: string;
  description: string;
  /** It undoes or gives up something: clients may ask a person first. */
  isDestructive?: boolean;
  /** It ends the task in hand: the same call can wait for the next one. */
  endsTask?: boolean;
  /** Fields that the server fills in, or that agents can do without, at any depth. */
  leaves?: readonly string[];
  /** Fields that are rarely needed: whoever needs them is told what they contain. */
  plain?: readonly string[];
}

/**
 * A route as a command: `apps/cli` makes it from this and the route's schemas. Each field of the query and of the body
 * is an option, `--field` in kebab case, unless it is one of the words, is left, or stands in `options` under another name.
 *
 * What it says is sentences: `{field}` is what the reply, the body or the path has there, a time where its name ends in
 * `at`; `{title:60}` cuts it, `{state:words}` writes `in_review` as words, `{name:typed}` as a shell takes it. `[field?this|that]` is this where the field is
 * there and not empty, false or nothing; `[state=queued?this|that]` where it has the value.
 */
export interface CommandDef {
  /**
   * Its place and its words: `session pause <session>`. A word is the field of that name, or the field of that name
   * with `Id`.
   */
  usage: string;
  help: string;
  /** What its help says below the options. */
  more?: string;
  /** Only people use it, though agents may call the route. */
  isForPeople?: true;
  /** Where its fields go in the body: `items.0` makes a list of one. */
  inside?: string;
  /** The field whose text may come from a file or, if it is required, from stdin. */
  text?: string;
  /**
   * By field: its help, or how the option is written with its help. `limits.tokens` is a field inside another;
   * `to=first` gives the field this value.
   */
  options?: Record<string, string | readonly [flags: string, help: string]>;
  /** Fields that it has no option for. */
  leaves?: readonly string[];
  /** Values of fields that nobody names: one route may be several commands. */
  gives?: Readonly<Record<string, unknown>>;
  /**
   * By field: the list in which a name is looked up if no id is given; what is revoked isn't found. The sentences have
   * the fields of the row too.
   */
  finds?: Readonly<Record<string, string>>;
  /** Said if it worked. Left out if the command finds the words. */
  says?: string;
  /** For a list: a sentence for each cell of a row, and what is said if there is none. */
  rows?: { cells: readonly string[]; none: string };
  /** Agents read it in pages: `--page`. */
  hasPages?: true;
}

export interface RouteDef<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  /** Its exported name; `contract/routes.ts` fills it in. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api/v1`. */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  params: P;
  query: Q;
  body: B;
  reply: R;
  /** Writes to the room's log under an idempotency key (header `idempotency-key`) if the client sends one. */
  keyed: boolean;
  /** It sends the room the command of its own name (`kernel/act.ts`); acts are keyed. */
  act?: true;
  /** It makes something: 201, with its path below `/api/v1` if it has one. Takes params and reply. */
  creates?: (params: Record<string, string>, reply: never) => string | null;
  /** For a write that needs no key, or takes none: what a repeated request does. */
  repeat?: string;
  /** For a POST without a key: sending it again has no further effect, so clients send it again if no answer came. */
  repeats?: true;
  /** Its own reasons to refuse, besides those that follow from the fields above (`contract/may-refuse.ts`). */
  refuses?: readonly RefusalCode[];
  /** What it takes and gives, if fields of these names mean something else here than elsewhere. */
  example?: { body?: unknown; reply?: unknown };
  /** Largest body, bytes. */
  bodyLimit?: number;
  /** What agents call it where routes are tools; a route without a name is no tool. */
  tool?: ToolDef;
  /** What people and agents type for it if it is a command. */
  command?: CommandDef | readonly CommandDef[];
}

export const Nothing = z.object({}).strict();
/** No body is needed; `{}` is fine. */
export const NoBody = z.union([z.undefined(), z.null(), Nothing]);

/** A room's id, or its name. */
export const RoomParam = z.object({ room: text(64, 1) });

type Partials = "id" | "method" | "path" | "tag" | "params" | "query" | "body" | "keyed";

/** `GET /rooms/:room/tasks` */
type At = `${RouteDef["method"]} /${string}`;

interface Params {
  room: typeof RoomParam;
  none: typeof Nothing;
}
type ParamsAt<A> = Params[A extends `${string} /rooms/:room${string}` ? "room" : "none"];

/** Defines routes that documents list under this tag, and fills in what a route does not need. */
export function routesOf(tag: string) {
  return function defineRoute<
    A extends At,
    R extends z.ZodType,
    P extends z.ZodType = ParamsAt<A>,
    Q extends z.ZodType = typeof Nothing,
    B extends z.ZodType = typeof NoBody,
    const W extends Access = Access,
    const T extends true | undefined = undefined,
  >(
    at: A,
    def: Omit<RouteDef<P, Q, B, R>, Partials | "access" | "act"> & {
      params?: P;
      query?: Q;
      body?: B;
      keyed?: boolean;
      access: W;
      act?: T;
    },
  ): RouteDef<P, Q, B, R> & { access: W; act?: T } {
    const [method, path = ""] = at.split(" ");
    const params = path.startsWith("/rooms/:room") ? RoomParam : Nothing;
    // Whatever is left out has the type that stands for it by default.
    const none = {
      method,
      path,
      tag,
      params,
      query: Nothing,
      body: NoBody,
      keyed: def.act ?? false,
    };
    return { ...none, ...def } as RouteDef<P, Q, B, R> & { access: W; act?: T };
  };
}

export type ParamsOf<D> = D extends RouteDef<infer P> ? z.input<P> : never;
export type BodyOf<D> = D extends RouteDef<z.ZodType, z.ZodType, infer B> ? z.input<B> : never;
export type ReplyOf<D> = D extends RouteDef<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
