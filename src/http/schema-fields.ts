/** The parts of a JSON Schema that the API page reads. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** A field of a body, one line of a table. */
export interface Field {
  /** `filters.type`, `messages[].text` */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Maximum depth to which a body is laid out; deeper fields are in the document. */
const DEEPEST = 3;

/** The fields of a body, each with its path. Where it may be one of several, each is laid out. */
export function fieldsOf(
  node: SchemaNode,
  named: Readonly<Record<string, SchemaNode>>,
  path = "",
  depth = 0,
): Field[] {
  const schema = resolved(node, named);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) {
    const all = variants.flatMap((variant) => fieldsOf(variant, named, path, depth));
    return all.filter(({ path: own }, i) => all.findIndex((field) => field.path === own) === i);
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const field = resolved(inner, named);
    const own = path === "" ? name : `${path}.${name}`;
    const line = {
      path: own,
      type: typeOf(field, named),
      required: schema.required?.includes(name) === true,
      description: inner.description ?? field.description ?? "",
    };
    if (depth + 1 >= DEEPEST) return [line];
    const items = field.items === undefined ? [] : fieldsOf(field.items, named, `${own}[]`, depth + 1);
    return [line, ...items, ...fieldsOf(field, named, own, depth + 1)];
  });
}

function typeOf(node: SchemaNode, named: Readonly<Record<string, SchemaNode>>): string {
  const schema = resolved(node, named);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.map((one) => typeOf(one, named)))].join(" | ");
  if (schema.type === "array")
    return `list of ${schema.items === undefined ? "any" : typeOf(schema.items, named)}`;
  return [schema.type ?? "any"].flat().join(" | ");
}

function resolved(node: SchemaNode, named: Readonly<Record<string, SchemaNode>>): SchemaNode {
  const name = node.$ref?.split("/").at(-1);
  return name === undefined ? node : (named[name] ?? {});
}
