import { DISCORD_HISTORY_PAGE } from "../limits.ts";
import { MessageFlags, Routes, type REST } from "discord.js";
import { z } from "zod";

const Listed = z.array(
  z.object({
    id: z.string(),
    flags: z.int().nullish(),
    content: z.string().nullish(),
    interaction_metadata: z.object({ id: z.string() }).nullish(),
    // The deprecated name of `interaction_metadata`.
    interaction: z.object({ id: z.string() }).nullish(),
  }),
);

/** The message in a channel that answers an interaction. */
export interface Response {
  readonly id: string;
  /** Whether it still shows “Easel is thinking…”. */
  readonly isThinking: boolean;
}

/** Finds the public message that answers an interaction. Rejects as the library does. */
export async function findResponse(
  rest: REST,
  { interaction, channel }: { readonly interaction: string; readonly channel: string },
  signal?: AbortSignal,
): Promise<Response | undefined> {
  // The answer follows the interaction within seconds, so one page is enough.
  const query = new URLSearchParams({ after: interaction, limit: String(DISCORD_HISTORY_PAGE) });
  const page = Listed.parse(await rest.get(Routes.channelMessages(channel), { query, ...(signal ? { signal } : {}) }));
  const found = page.find((message) => (message.interaction_metadata ?? message.interaction)?.id === interaction);
  // Easel never posts an empty message, so an empty one is still “thinking”.
  return (
    found && { id: found.id, isThinking: ((found.flags ?? 0) & MessageFlags.Loading) !== 0 || found.content === "" }
  );
}
