import { z } from "zod";
import { Clip } from "./task-clip.ts";

/** A reference to download while the clip is made. */
export const TaskReference = z.object({
  kind: z.enum(["image", "video", "audio"]),
  url: z.string(),
  /** Whether the bytes must be MP3 too, not only the address. */
  mp3: z.boolean(),
});
export type TaskReference = z.infer<typeof TaskReference>;

/** Why a task fails. */
export const TaskFailure = z.object({ code: z.string(), message: z.string() });
export type TaskFailure = z.infer<typeof TaskFailure>;

/**
 * A stored task. Its times are computed when it is created, so that its state depends only on the record and the time: a
 * restart loses no timer. Times are Unix milliseconds of the sandbox's clock.
 */
export const VideoTask = z.object({
  id: z.string(),
  /** Who may see it: a hash of the key. */
  owner: z.string(),
  createdAt: z.number(),
  startAt: z.number(),
  endAt: z.number(),
  /** Of the family whose answers also have `task_id`. */
  named: z.boolean(),
  /** True while its references are being downloaded: until then it can't end. */
  pending: z.boolean(),
  references: z.array(TaskReference),
  /** Its failure at `endAt`; undefined if it completes. */
  failure: TaskFailure.optional(),
  /** The code that every download of its clip fails with, although it completes. */
  retrievalCode: z.string().optional(),
  /** Takes the aspect ratio of the first reference image. */
  adaptive: z.boolean(),
  /** Seconds for which a signed link is valid, if the prompt asks for less than usual. */
  linkSeconds: z.number().optional(),
  clip: Clip,
});
export type VideoTask = z.infer<typeof VideoTask>;

/** Lines of the journal about tasks. */
export const VideoRecord = z.discriminatedUnion("is", [
  z.object({ is: z.literal("video"), task: VideoTask }),
  /** The references of a task were downloaded; the first image among them, and the size that it gives the clip. */
  z.object({
    is: z.literal("references"),
    id: z.string(),
    at: z.number(),
    image: z.string().optional(),
    size: z.object({ width: z.int(), height: z.int() }).optional(),
  }),
  z.object({ is: z.literal("references-failed"), id: z.string(), at: z.number(), failure: TaskFailure }),
]);
export type VideoRecord = z.infer<typeof VideoRecord>;
