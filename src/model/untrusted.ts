import { z } from "zod";

declare const unread: unique symbol;

/**
 * Text from a server. Any string may become it, but it is not a `string`: it cannot be padded, cut or
 * passed as a string until `rawText` or a function of `src/text` converts it on purpose.
 */
export type Untrusted = string | { readonly [unread]: never };

/** A string in JSON and in its schema. */
export const Untrusted: z.ZodType<Untrusted, Untrusted> = z.string();

/** The text as received: to compare and to count, never to show. */
export const rawText = (text: Untrusted): string => text as string;
