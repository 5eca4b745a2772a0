import { z } from "zod";

declare const unread: unique symbol;

/**
 * Text that a server supplied. Any string may become it, and it is no `string`: it cannot be padded,
 * cut or handed to what takes a string until `rawText` or a function of `src/text` takes it on purpose.
 */
export type Untrusted = string | { readonly [unread]: never };

/** A string in JSON and in its schema. */
export const Untrusted: z.ZodType<Untrusted, Untrusted> = z.string();

/** The text as it came: to compare and to count, never to show. */
export const rawText = (text: Untrusted): string => text as string;
