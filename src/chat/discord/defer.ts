import { DefaultUserAgent, DiscordAPIError, InteractionResponseType, Routes } from "discord.js";
import { request } from "undici";
import { z } from "zod";
import { DISCORD_DEFER_MS } from "../../limits.ts";
import type { Answerable } from "./responder.ts";

const BODY = JSON.stringify({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: { flags: 0 },
});
const HEADERS = { "content-type": "application/json", "user-agent": DefaultUserAgent };
const OK = 200;
/** Not what is limited (429), and not what is Discord's own trouble. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404]);

const Callback = z.object({ resource: z.object({ message: z.object({ id: z.string() }) }) });

const Refusal = z.object({ code: z.number(), message: z.string() });

/**
 * Says “Easel is thinking…”, seen by everyone, and returns the id of that message. Somebody waits for this, and Discord does
 * not limit it, so it does not go through the library's queues; when it does not get through the library says it, with its
 * patience. Rejects as the library does.
 */
export async function deferPublicly(interaction: Answerable): Promise<string | undefined> {
  const said = await deferDirectly(interaction).catch((error: unknown) => {
    if (error instanceof DiscordAPIError) throw error;
    return undefined;
  });
  if (said !== undefined) {
    interaction.deferred = true;
    return said;
  }
  const response = await interaction.deferReply({ withResponse: true });
  return response.resource?.message?.id;
}

/** The id of the message; undefined where another try may help. */
async function deferDirectly({ id, token, client }: Answerable): Promise<string | undefined> {
  const { api, version } = client.rest.options;
  const url = `${api}/v${version}${Routes.interactionCallback(id, token)}?with_response=true`;
  const signal = AbortSignal.timeout(DISCORD_DEFER_MS);
  const { statusCode, body } = await request(url, { method: "POST", headers: HEADERS, body: BODY, signal });
  const answer: unknown = await body.json();
  if (statusCode === OK) return Callback.parse(answer).resource.message.id;
  const refusal = Refusal.safeParse(answer);
  if (!REFUSED.has(statusCode) || !refusal.success) return undefined;
  throw new DiscordAPIError(refusal.data, refusal.data.code, statusCode, "POST", url, {});
}
