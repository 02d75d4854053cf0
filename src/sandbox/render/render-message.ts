import type { Picture } from "../image/image-job.ts";
import type { Clip } from "../video/task-clip.ts";

/** Files of an edit's inputs, in the request's order. */
export interface RenderInputs {
  readonly images: readonly string[];
  readonly mask: string | undefined;
}

/** What the renderer's thread can draw: a picture, or a clip with the file of its first reference image. */
export type RenderWork =
  | { readonly picture: Picture; readonly inputs: RenderInputs }
  | { readonly clip: Clip; readonly image: string | undefined };

/** An order for the thread. */
export interface RenderOrder {
  readonly id: number;
  readonly work: RenderWork;
}

/** Its answer: the file's bytes, or why there are none. */
export type RenderAnswer =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string };
