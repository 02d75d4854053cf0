import { z } from "zod";
import { Fault } from "./errors/fault.ts";
import { ImageJob, InputImage } from "./image/image-job.ts";
import { VideoRecord } from "./video/task.ts";

/** One line of the journal. Applied in order, the lines give the sandbox's whole state. */
export const JournalRecord = z.discriminatedUnion("is", [
  /** Created once for a data folder: media addresses are signed with `key`, and issued links contain `port`. */
  z.object({ is: z.literal("identity"), key: z.string(), port: z.number().int().optional() }),
  z.object({ is: z.literal("clock"), offset: z.number() }),
  z.object({ is: z.literal("image"), job: ImageJob }),
  z.object({ is: z.literal("cancel"), id: z.string(), at: z.number() }),
  /** The images of an edit were downloaded, or could not be. */
  z.object({ is: z.literal("inputs"), id: z.string(), images: z.array(InputImage), at: z.number() }),
  z.object({ is: z.literal("inputs-failed"), id: z.string(), code: z.string(), at: z.number() }),
  z.object({ is: z.literal("fault"), fault: Fault }),
  z.object({ is: z.literal("fault-used"), id: z.string() }),
  z.object({ is: z.literal("no-faults") }),
  VideoRecord,
]);
export type JournalRecord = z.infer<typeof JournalRecord>;
