import { DISCORD_DEFER_MS } from "../limits.ts";
import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DefaultUserAgent,
  DiscordAPIError,
  InteractionResponseType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";
import { getGlobalDispatcher } from "undici";
import { z } from "zod";
import { codeOf } from "../connect/errors.ts";

const BODY = JSON.stringify({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: { flags: 0 },
});
const HEADERS = { "content-type": "application/json", "user-agent": DefaultUserAgent };
/** Not what is limited (429), and not what is Discord's own trouble. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404]);

const Callback = z.object({ resource: z.object({ message: z.object({ id: z.string() }) }) });
const Refusal = z.object({ code: z.number(), message: z.string() });

/** What is answered: everything but typing. */
export type Answerable =
  | ButtonInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | ModalSubmitInteraction;

/** Buttons, and forms that a button opened, belong to a message that stays. */
export function hasMessage(interaction: Answerable): interaction is ButtonInteraction {
  return interaction.isButton() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

/** `messageId`: the message that everyone sees, where it is known. `ours`: no other process acknowledged the interaction. */
export interface Deferred {
  readonly messageId: string | undefined;
  readonly ours: boolean;
}

/**
 * Says “Easel is thinking…”, seen by everyone. Somebody waits for this, and Discord does not limit it, so it does not go through
 * the library's queues. When it does not get through, the library tries again. Rejects as the library does.
 */
export async function deferPublicly(interaction: Answerable): Promise<Deferred> {
  let hasTried = false;
  try {
    const said = await deferDirectly(interaction).catch((error: unknown) => {
      if (error instanceof DiscordAPIError) throw error;
      return undefined;
    });
    if (said) {
      interaction.deferred = true;
      interaction.ephemeral = false;
      return { messageId: said.messageId, ours: true };
    }
    hasTried = true;
    const response = await interaction.deferReply({ withResponse: true });
    return { messageId: response.resource?.message?.id, ours: true };
  } catch (error) {
    if (codeOf(error) !== RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) throw error;
    // Our first try got there and its answer did not; otherwise another process was first.
    if (hasTried) {
      interaction.deferred = true;
      interaction.ephemeral = false;
    }
    return { messageId: await publicReplyOf(interaction), ours: hasTried };
  }
}

/** The message that answers an interaction, where everyone sees it. */
async function publicReplyOf(interaction: Answerable): Promise<string | undefined> {
  const reply = await interaction.fetchReply().catch(() => undefined);
  return reply?.flags.has(MessageFlags.Ephemeral) === false ? reply.id : undefined;
}

/** Undefined where another try may help. */
async function deferDirectly({
  id,
  token,
  client,
}: Answerable): Promise<{ messageId: string | undefined } | undefined> {
  const { api, version } = client.rest.options;
  const url = new URL(`${api}/v${version}${Routes.interactionCallback(id, token)}?with_response=true`);
  const { status, body } = await post(url);
  // It is said, whatever can be read of the answer.
  if (status >= 200 && status < 300) {
    const callback = Callback.safeParse(parsed(body));
    return { messageId: callback.data?.resource.message.id };
  }
  const refusal = Refusal.safeParse(parsed(body));
  if (!REFUSED.has(status) || !refusal.success) return undefined;
  throw new DiscordAPIError(refusal.data, refusal.data.code, status, "POST", url.href, {});
}

/**
 * What undici's `request` does, without what it makes for each: together with a signal for the time-out that takes as long as
 * all else between the commit and the wire.
 */
function post({ origin, pathname, search }: URL): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let status = 0;
    getGlobalDispatcher().dispatch(
      {
        origin,
        path: pathname + search,
        method: "POST",
        headers: HEADERS,
        body: BODY,
        headersTimeout: DISCORD_DEFER_MS,
        bodyTimeout: DISCORD_DEFER_MS,
      },
      {
        // Without this it is taken for a handler of undici's former interface.
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, piece) {
          pieces.push(piece);
        },
        onResponseEnd() {
          resolve({ status, body: Buffer.concat(pieces).toString() });
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });
}

/** Undefined for what is no JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
