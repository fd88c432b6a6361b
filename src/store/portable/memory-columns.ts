import { columnsOf, type Fields, type FieldType } from "../../domain/memory-field.ts";
import { type Codec, checkIds, flag, id, json, later, maybe, oneOf, time, unit, whole } from "./codec.ts";
import { label, type PortableTable, words } from "./fields.ts";

/** The columns of `memory` as an export carries them. */
export function portableColumns(fields: Fields): PortableTable["columns"] {
  return Object.fromEntries(
    columnsOf(fields)
      .filter(({ derived }) => derived !== true)
      .map(({ column, type, nullable, since, absent = null }) => {
        const codec = nullable === true ? maybe(codecOf(type)) : codecOf(type);
        return [column, since === undefined ? codec : later(codec, since, absent)];
      }),
  );
}

function codecOf(type: FieldType): Codec {
  switch (type.kind) {
    case "id":
      return id;
    case "label":
      return label;
    case "text":
      return words;
    case "labels":
      return json(checkIds, 1_048_576);
    case "share":
      return unit;
    case "flag":
      return flag;
    case "time":
      return time;
    case "whole":
      return whole(type.least, type.most);
    case "choice":
      return oneOf(type.values);
  }
}
