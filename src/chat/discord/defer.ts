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
  if (said) {
    interaction.deferred = true;
    interaction.ephemeral = false;
    return said.messageId;
  }
  const response = await interaction.deferReply({ withResponse: true });
  return response.resource?.message?.id;
}

/** Undefined where another try may help. */
async function deferDirectly({
  id,
  token,
  client,
}: Answerable): Promise<{ messageId: string | undefined } | undefined> {
  const { api, version } = client.rest.options;
  const url = `${api}/v${version}${Routes.interactionCallback(id, token)}?with_response=true`;
  const signal = AbortSignal.timeout(DISCORD_DEFER_MS);
  const { statusCode, body } = await request(url, { method: "POST", headers: HEADERS, body: BODY, signal });
  // It is said, whatever can be read of the answer.
  if (statusCode >= 200 && statusCode < 300) {
    const callback = Callback.safeParse(await body.json().catch(() => undefined));
    return { messageId: callback.data?.resource.message.id };
  }
  const refusal = Refusal.safeParse(await body.json());
  if (!REFUSED.has(statusCode) || !refusal.success) return undefined;
  throw new DiscordAPIError(refusal.data, refusal.data.code, statusCode, "POST", url, {});
}
