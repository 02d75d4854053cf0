import { expect, it } from "vitest";
import * as limits from "../../../src/lib/limits.ts";
import * as sandbox from "../../../src/sandbox/limits.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIB = 1024 * 1024;

/**
 * The numbers from the gateway's contracts and behind Easel's promises about creates, written out a second time, so that an
 * accidental change fails here.
 */
it.each([
  ["pictures are polled every 1.5 s", limits.IMAGE_POLL_MS, 1.5 * SECOND],
  ["clips are polled every 15 s", limits.VIDEO_POLL_MS, 15 * SECOND],
  ["an image create is tried 6 times", limits.CREATE_TRIES, 6],
  ["within 10 minutes", limits.CREATE_WINDOW_MS, 10 * MINUTE],
  ["an uncertain create is given up after 2 h", limits.UNKNOWN_LIMIT_MS, 2 * HOUR],
  ["an uncertain clip holds its slot for 5 minutes", limits.UNKNOWN_CLIP_SLOT_MS, 5 * MINUTE],
  ["a request waits for a day at most", limits.WAITING_LIMIT_MS, 24 * HOUR],
  ["a clip is overdue after 2 h", limits.VIDEO_TIMEOUT_MS, 2 * HOUR],
  ["a picture is overdue a minute after its guidance", limits.GUIDANCE_GRACE_MS, MINUTE],
  ["a job must be missing three times", limits.MISSING_LOOKS, 3],
  ["an hour apart", limits.MISSING_INTERVAL_MS, HOUR],
  ["the gateway keeps results for 72 h", limits.FETCH_WINDOW_MS, 72 * HOUR],
  ["a job without an answer ends after the same time", limits.RUNNING_LIMIT_MS, 72 * HOUR],
  ["an edit takes 16 pictures", limits.MAX_EDIT_IMAGES, 16],
  ["of 80 MiB each", limits.INTAKE_BYTES, 80 * MIB],
  ["and a mask of 4 MiB", limits.MASK_BYTES, 4 * MIB],
  ["in a body of 512 MiB", limits.REQUEST_BODY_BYTES, 512 * MIB],
  ["a picture has 80 MiB at most", limits.IMAGE_BYTES, 80 * MIB],
  ["a reference video lasts an hour at most", limits.MAX_REFERENCE_SECONDS, 3_600],
  ["the sandbox keeps results for 72 h", sandbox.SANDBOX_RETENTION_MS, 72 * HOUR],
  ["the sandbox accepts pictures of 80 MiB", sandbox.SANDBOX_IMAGE_BYTES, 80 * MIB],
  ["the sandbox accepts masks of 4 MiB", sandbox.SANDBOX_MASK_BYTES, 4 * MIB],
  ["the sandbox accepts 16 pictures", sandbox.SANDBOX_EDIT_IMAGES, 16],
  ["the sandbox accepts bodies of 512 MiB", sandbox.SANDBOX_BODY_BYTES, 512 * MIB],
  ["the sandbox's compatible protocol accepts pictures of 50 MiB", sandbox.SANDBOX_COMPATIBLE_IMAGE_BYTES, 50 * MIB],
])("%s", (_what, bound, number) => {
  expect(bound).toBe(number);
});
