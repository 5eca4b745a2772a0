import { memberPath, type FieldType } from "../kinds/index.ts";
import type { Interface, RunHeader, UniqueField } from "../model/index.ts";
import { interfaceOf } from "./user-submission.ts";

/** The interface with the values at these paths fresh. Of a list, the path of its first item stands for all. */
function withFresh(from: Interface, paths: readonly string[]): Interface {
  const { parameters, body } = from;
  const at = new Set(paths);
  return {
    ...from,
    ...(parameters && {
      parameters: parameters.map((each) => ({
        ...each,
        type: freshAt(each.type, `${each.in}.${each.name}`, at),
      })),
    }),
    ...(body && { body: freshAt(body, "", at) }),
  };
}

function freshAt(type: FieldType, path: string, paths: ReadonlySet<string>): FieldType {
  if (type.kind === "list") return { ...type, items: freshAt(type.items, `${path}[0]`, paths) };
  if (type.kind === "object") {
    const fields = type.fields.map((field) => ({
      ...field,
      type: freshAt(field.type, memberPath(path, field.name), paths),
    }));
    return { ...type, fields };
  }
  return paths.has(path) ? ({ ...type, fresh: true } as FieldType) : type;
}

/** The header of a run after its approach: fields that the target keeps unique are fresh in its interface. */
export const withUnique = (header: RunHeader, unique: readonly UniqueField[] = []): RunHeader =>
  unique.length === 0
    ? header
    : {
        ...header,
        interface: withFresh(
          interfaceOf(header),
          unique.map(({ path }) => path),
        ),
      };
