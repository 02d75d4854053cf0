// The cost of a request while it is being written.
import { z } from "zod/mini";
import { CONSOLE_MESSAGE_CHARACTERS, REQUEST_FILES } from "../../../lib/limits.ts";
import { LOCALES } from "../../../lib/locale.ts";
import { KnownId, NewForm } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** `POST /api/costs`: a message that begins with a command, or a form with its values, and its files, which are not uploaded. */
export const CostQueryView = z.strictObject({
  as: z.enum(PERSON_IDS),
  locale: z.enum(LOCALES),
  channel: KnownId,
  asked: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("line"), line: z.string().check(z.maxLength(CONSOLE_MESSAGE_CHARACTERS)) }),
    z.strictObject({ kind: z.literal("form"), form: KnownId, values: NewForm.shape.values }),
  ]),
  files: z
    .array(
      z.strictObject({
        name: z.string().check(z.maxLength(1_000)),
        mimeType: z.string().check(z.maxLength(200)),
        /** The form field that holds the file. */
        option: z.exactOptional(KnownId),
        /** The duration as measured by the browser. */
        seconds: z.exactOptional(z.number().check(z.positive())),
      }),
    )
    .check(z.maxLength(REQUEST_FILES)),
});
export type CostQueryView = z.infer<typeof CostQueryView>;

/** Light Markdown. Absent if the cost is unknown, or if nothing counts it. */
export const CostView = z.object({ cost: z.exactOptional(z.string()) });
