import type { Picture } from "../image/job.ts";

/** Files of an edit's inputs, in the request's order. */
export interface RenderInputs {
  readonly images: readonly string[];
  readonly mask: string | undefined;
}

/** What the renderer's thread is asked for. */
export interface RenderOrder {
  readonly id: number;
  readonly picture: Picture;
  readonly inputs: RenderInputs;
}

/** What it answers: the file's bytes, or why there are none. */
export type RenderAnswer =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string };
