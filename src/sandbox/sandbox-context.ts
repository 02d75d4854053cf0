import type { Logger } from "../lib/log/log.ts";
import type { InputStore } from "./image/inputs.ts";
import type { ImageJob } from "./image/image-job.ts";
import type { PendingDownloads } from "./pending-downloads.ts";
import type { CallList } from "./calls.ts";
import type { SandboxClock } from "./sandbox-clock.ts";
import type { ClipRenderer } from "./render/clip/clip-renderer.ts";
import type { Renderer } from "./render/renderer.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import type { VideoTask } from "./video/task.ts";
import type { WakeList } from "./wake.ts";

/** Shared by the routes of both services. */
export interface SandboxContext {
  readonly store: SandboxStore;
  readonly calls: CallList;
  readonly clock: SandboxClock;
  readonly wake: WakeList;
  readonly renderer: Renderer;
  readonly clips: ClipRenderer;
  readonly inputs: InputStore;
  readonly pending: PendingDownloads<ImageJob>;
  readonly pendingTasks: PendingDownloads<VideoTask>;
  /** Whether images may be downloaded from this machine, over http. */
  readonly allowLoopback: boolean;
  /** How many times faster than usual jobs run; 0 means immediately. */
  readonly speed: number;
  readonly log: Logger;
  /** Aborted when the sandbox stops. */
  readonly signal: AbortSignal;
}
