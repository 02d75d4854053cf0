// Bounds that several files of the sandbox share. Times are in milliseconds unless the name says otherwise.

/** `docs/gateway.md#images-limits`. */
export const SANDBOX_BODY_BYTES = 512 * 1024 * 1024;
/** `docs/gateway.md#images-limits`: retention of images and job results. */
export const SANDBOX_RETENTION_MS = 72 * 3_600_000;
/** The interval of heartbeats in an event stream: a third of the silence after which a client gives up (45 s). */
export const SANDBOX_HEARTBEAT_MS = 15_000;
/** `docs/gateway.md#images-limits`: one input image, and a mask. */
export const SANDBOX_IMAGE_BYTES = 80 * 1024 * 1024;
export const SANDBOX_MASK_BYTES = 4 * 1024 * 1024;
/** `docs/gateway.md#images-limits`: images of one edit. */
export const SANDBOX_EDIT_IMAGES = 16;
/** Time limit for a download. The edit waits for it. */
export const SANDBOX_DOWNLOAD_MS = 20_000;
/** Redirects that are followed, each checked like the first address. */
export const SANDBOX_REDIRECTS = 3;
/** `docs/gateway.md#images-limits`: one image of an edit. */
export const SANDBOX_COMPATIBLE_IMAGE_BYTES = 50 * 1024 * 1024;
