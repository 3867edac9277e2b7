import { shapes } from "@squadroom/core/contract/shapes";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** Says what is wrong with an event; `null`: it matches the types. */
export type CheckEvent = (event: RoomEvent) => string | null;

/** What stands in for a member in events that were written before it existed. */
const BEFORE: Partial<Record<RoomEvent["type"], object>> = { "message.sent": { interrupt: false } };

/** Checks events against the shapes that the API's documents have for them. */
export function createEventCheck(): CheckEvent {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "room", components: { schemas: absolute(shapes.types) } });
  const known = new Map<string, ValidateFunction>();

  function validatorOf(type: RoomEvent["type"]): ValidateFunction {
    const before = known.get(type);
    if (before) return before;
    const name = shapes.events[type];
    if (name === undefined) throw new Error(`there is no shape of ${type}`);
    const made = ajv.compile({ $ref: `room#/components/schemas/${name}` });
    known.set(type, made);
    return made;
  }

  return (event) => {
    const validate = validatorOf(event.type);
    const data = { ...BEFORE[event.type], ...event.data };
    if (validate({ ...event, data })) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath.slice(0, 100) ?? ""} ${error?.message ?? "is wrong"}`.trim();
  };
}

/** The document's own references, seen from outside. */
function absolute(types: object): object {
  return JSON.parse(JSON.stringify(types).replaceAll('"#/components/', '"room#/components/')) as object;
}
