/** As far as what is read from the contract needs to know a schema. */
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

/** Without what says that it may be left out or is nothing. */
export function bare(schema: Schema): Schema {
  const { innerType, in: input, options, type } = schema.def;
  if (innerType) return bare(innerType);
  if (type === "pipe" && input) return bare(input);
  const some = options?.filter((one) => !["null", "undefined"].includes(one.def.type)) ?? [];
  const [only] = some;
  return only && some.length === 1 ? bare(only) : schema;
}
