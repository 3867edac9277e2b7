import { bigint, customType, json, uuid } from "drizzle-orm/pg-core";

/** A time: epoch milliseconds, as in core and on the wire. */
export const at = () => bigint({ mode: "number" });
export const count = () => bigint({ mode: "number" });
/** First column of every primary key, unique index and foreign key of room data: the unit of order and of sharding. */
export const roomId = () => uuid().notNull();
/** `json`, not `jsonb`: stored to the letter and cheaper to write; no query looks inside. */
export const document = <T>() => json().$type<T>();
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});
