import type { z } from "zod";
import type { Field, FieldReading } from "../options/field.ts";
import type { SecondsRule, VideoModel } from "./video-rules.ts";

/** The context for reading a clip option. */
export interface VideoReading extends FieldReading<VideoModel> {
  /** The names in the key's own list, if known. */
  readonly listed: readonly string[] | undefined;
  /** The names that problems may suggest. */
  readonly among: readonly string[];
  /** The default length. */
  readonly usualSeconds: (rule: SecondsRule) => number;
}

/** An option as part of a request for a clip. */
export type VideoField<Key extends string = string, Stored extends z.ZodType = z.ZodType> = Field<
  VideoModel,
  VideoModel["kind"],
  Key,
  Stored,
  VideoReading
>;
