// Results that people pinned in a channel for everyone there.
import { z } from "zod/mini";
import { LOCALES } from "../../../lib/locale.ts";
import { KnownId } from "./api.ts";
import { PERSON_IDS } from "./people.ts";
import { FoundResult } from "./search.ts";

/** `POST /api/pins`: pins or unpins the result in a message. */
export const NewPin = z.strictObject({
  message: KnownId,
  pinned: z.boolean(),
  as: z.enum(PERSON_IDS),
  locale: z.enum(LOCALES),
});
export type NewPin = z.infer<typeof NewPin>;

/** `GET /api/channels/:channel/pins`: the newest results first. */
export const PinsView = z.object({ pins: z.array(FoundResult) });
export type PinsView = z.infer<typeof PinsView>;
