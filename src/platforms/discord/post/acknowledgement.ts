import { DISCORD_DEFER_MS } from "../limits.ts";
import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DefaultUserAgent,
  DiscordAPIError,
  type Interaction,
  InteractionResponseType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  RESTJSONErrorCodes,
  Routes,
  type StringSelectMenuInteraction,
} from "discord.js";
import { getGlobalDispatcher } from "undici";
import { z } from "zod";
import { codeOf } from "../connect/errors.ts";

const BODY = JSON.stringify({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: { flags: 0 },
});
const HEADERS = { "content-type": "application/json", "user-agent": DefaultUserAgent };
/** Final refusals. Excludes rate limits (429) and Discord's own errors (5xx). */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404]);

const Callback = z.object({ resource: z.object({ message: z.object({ id: z.string() }) }) });
const Refusal = z.object({ code: z.number(), message: z.string() });

/** Interactions that get an answer: all except autocomplete. */
export type Answerable =
  | ButtonInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | ModalSubmitInteraction
  | StringSelectMenuInteraction;

/** Buttons, menus, and forms that one of them opened, belong to an existing message. */
export function hasMessage(interaction: Answerable): interaction is ButtonInteraction {
  return isPress(interaction) || (interaction.isModalSubmit() && interaction.isFromMessage());
}

/** A press of a button, or a choice from a view's menu. */
export function isPress(interaction: Interaction): interaction is ButtonInteraction | StringSelectMenuInteraction {
  return interaction.isButton() || interaction.isStringSelectMenu();
}

/** `messageId` is the public message, if known. `ours`: this process acknowledged the interaction, not another one. */
export interface Deferred {
  readonly messageId: string | undefined;
  readonly ours: boolean;
}

/**
 * Shows “Easel is thinking…” to everyone. The first call bypasses the library, which silently repeats a failed call: if the
 * repetition ends in “already acknowledged”, we could not tell our own lost call from another process's. If the direct call
 * fails, the library makes the second. Rejects as the library does.
 */
export async function deferPublicly(interaction: Answerable): Promise<Deferred> {
  let hasTried = false;
  try {
    const acknowledged = await deferDirectly(interaction).catch((error: unknown) => {
      if (error instanceof DiscordAPIError) throw error;
      return undefined;
    });
    if (acknowledged) {
      interaction.deferred = true;
      interaction.ephemeral = false;
      return { messageId: acknowledged.messageId, ours: true };
    }
    hasTried = true;
    const response = await interaction.deferReply({ withResponse: true });
    return { messageId: response.resource?.message?.id, ours: true };
  } catch (error) {
    if (codeOf(error) !== RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) throw error;
    // If we already tried, our first call arrived and only its response was lost. Otherwise another process
    // acknowledged first.
    if (hasTried) {
      interaction.deferred = true;
      interaction.ephemeral = false;
    }
    return { messageId: await publicReplyOf(interaction), ours: hasTried };
  }
}

/** The public message that answers an interaction. */
async function publicReplyOf(interaction: Answerable): Promise<string | undefined> {
  const reply = await interaction.fetchReply().catch(() => undefined);
  return reply?.flags.has(MessageFlags.Ephemeral) === false ? reply.id : undefined;
}

/** Undefined when a retry may help. */
async function deferDirectly({
  id,
  token,
  client,
}: Answerable): Promise<{ messageId: string | undefined } | undefined> {
  const { api, version } = client.rest.options;
  const url = new URL(`${api}/v${version}${Routes.interactionCallback(id, token)}?with_response=true`);
  const { status, body } = await post(url);
  // The acknowledgement has succeeded even if the response can't be parsed.
  if (status >= 200 && status < 300) {
    const callback = Callback.safeParse(parsed(body));
    return { messageId: callback.data?.resource.message.id };
  }
  const refusal = Refusal.safeParse(parsed(body));
  if (!REFUSED.has(status) || !refusal.success) return undefined;
  throw new DiscordAPIError(refusal.data, refusal.data.code, status, "POST", url.href, {});
}

/**
 * Does what undici's `request` does, without the objects that it creates per call. With a timeout signal, those take as long as
 * everything else between commit and wire.
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
        // Without this, undici mistakes the object for a handler of its previous interface.
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

/** Undefined for text that is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
