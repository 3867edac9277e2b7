import * as z from "zod";
import type { Word } from "./ids.ts";
import { isStorable } from "./storable.ts";

export const INVALID_TEXT = "has a NUL character or an unpaired surrogate";

/** Nobody wrote its value. */
export type WordField = z.ZodString & { _zod: { output: Word } };

/** Text of bounded length (code points) that can be stored as it is. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine(isStorable, { message: INVALID_TEXT, params: { code: "invalid_text" } });

/** One line: no control characters, trimmed, not empty. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(isStorable, { message: INVALID_TEXT, params: { code: "invalid_text" } })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    .refine((s) => !/[\u0000-\u001f\u007f]/.test(s), { message: "has a control character" });

export const Uuid = z.uuid();
export const AgentUuid = Uuid.brand<"AgentId">();
export const DecisionUuid = Uuid.brand<"DecisionId">();
export const MessageUuid = Uuid.brand<"MessageId">();
export const PersonUuid = Uuid.brand<"PersonId">();
export const RoomUuid = Uuid.brand<"RoomId">();
export const RoleNameText = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, "is not a role name")
  .brand<"RoleName">();
export const TaskIdText = z
  .string()
  .regex(/^[A-Z][A-Z0-9-]{0,31}-\d{3,9}(?:-R\d{1,3})?$/, "is not a task id")
  .brand<"TaskId">();
export const FenceInt = z.number().int().min(1).brand<"Fence">();

/** Names are addresses: `/rooms/checkout-web`. */
export const RoomName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, "must be 1 to 40 lower-case letters, digits and inner hyphens");
