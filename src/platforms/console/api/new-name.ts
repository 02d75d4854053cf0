// A channel's new name.
import { z } from "zod/mini";
import { LOCALES } from "../../../lib/locale.ts";
import { ChannelName } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** `PATCH /api/channels/:channel`: returns the renamed channel. */
export const NewName = z.strictObject({
  name: ChannelName,
  as: z.enum(PERSON_IDS),
  locale: z.prefault(z.enum(LOCALES), "en"),
});
export type NewName = z.infer<typeof NewName>;
