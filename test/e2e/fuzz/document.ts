/** As much of JSON Schema as our own document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

/** One route, as `/openapi.json` tells of it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const body = type === undefined || content === undefined ? undefined : { type, schema: content.schema };
      return { method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

/** Gives what a `$ref` stands for. */
export function resolverOf({ components }: Document): (schema: Schema) => Schema {
  return (schema) => {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : (components.schemas[name] ?? {});
  };
}
