import { z } from "zod";

/** A member of a JSON object; `required` is absent if nothing is stated. */
export interface FieldOf<Type> {
  name: string;
  type: Type;
  required?: boolean | undefined;
  /** A value to send, if its kind would otherwise make one up. */
  example?: unknown;
}

/** A JSON object as an interface describes it; `further` is absent if nothing is stated about other members. */
export interface ObjectType<Type> {
  kind: "object";
  fields: FieldOf<Type>[];
  further?: boolean | undefined;
}

export const objectSchema = <Type>(type: z.ZodType<Type>): z.ZodType<ObjectType<Type>> =>
  z.strictObject({
    kind: z.literal("object"),
    fields: z
      .array(
        z.strictObject({
          name: z.string(),
          type,
          required: z.boolean().optional(),
          example: z.json().optional(),
        }),
      )
      .refine(
        (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
        "a name occurs twice",
      ),
    further: z.boolean().optional(),
  });
