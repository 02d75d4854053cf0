import type { Suggestion } from "../../core/chat/form.ts";
import type { SuggestionQuery } from "../../core/chat/event.ts";
import { SUGGESTION_MS } from "../../lib/limits.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { timeZones } from "./time-zones.ts";

/** Suggestions for an option about rules; undefined for other options. */
export async function policyChoices(
  query: SuggestionQuery,
  context: CommandContext,
): Promise<readonly Suggestion[] | undefined> {
  const { organisationId } = await actingOf(query, context);
  const { listVideoModels } = context;
  switch (query.option) {
    case "allow": {
      // The option takes a comma-separated list: complete its last entry.
      const head = /^.*[,，、]\s*/s.exec(query.typed)?.[0] ?? "";
      const names = [...pictures(), ...(await clips())].map((name) => same(head + name));
      return head === "" ? [same("all"), ...names] : names;
    }
    case "image_model":
      return [...pictures(), "none"].map(same);
    case "video_model":
      return [...(await clips()), "none"].map(same);
    case "time_zone":
      return timeZones().map(same);
    default:
      return undefined;
  }

  async function clips(): Promise<readonly string[]> {
    const signal = AbortSignal.timeout(SUGGESTION_MS);
    return (await listVideoModels({ organisationId }, signal).catch(() => undefined)) ?? VIDEO_MODEL_NAMES;
  }
}

function pictures(): readonly string[] {
  return IMAGE_MODELS.map((model) => model.name);
}

function same(value: string): Suggestion {
  return { value, label: value };
}
