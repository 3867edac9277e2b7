/** The part of a schema that readers of the contract need. */
export interface Schema {
  def: {
    type: string;
    innerType?: Schema;
    defaultValue?: unknown;
    in?: Schema;
    options?: Schema[];
    element?: Schema;
  };
  shape?: Record<string, Schema>;
  options?: unknown[];
  minValue?: number | null;
  maxValue?: number | null;
  maxLength?: number | null;
}

/** The schema without the wrappers that make it optional or nullable. */
export function bare(schema: Schema): Schema {
  const { innerType, in: input, options, type } = schema.def;
  if (innerType) return bare(innerType);
  if (type === "pipe" && input) return bare(input);
  const some = options?.filter((one) => !["null", "undefined"].includes(one.def.type)) ?? [];
  const [only] = some;
  return only && some.length === 1 ? bare(only) : schema;
}
