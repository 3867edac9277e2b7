export type JsonSchema = Record<string, unknown>;

/** What the source says of a route's schemas and zod doesn't know, by the path in them. */
export type Notes = Record<string, { doc?: string; schema?: JsonSchema }>;

export interface Shapes {
  /** Types of events, of the view and of the live socket, by name. */
  types: Record<string, JsonSchema>;
  /** The name of each event's schema, by its type. */
  events: Record<string, string>;
  /** What schemas are that contracts export, by the names that they have in documents. */
  named: Record<string, string>;
  /** By a route's id. */
  routes: Record<string, Notes>;
}
