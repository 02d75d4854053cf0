import { App, type Receiver } from "@slack/bolt";
import type { Logger as SlackLogger } from "@slack/web-api";
import { z } from "zod";
import type { Logger } from "../../../lib/log/log.ts";
import { isDeliveredTo } from "./delivered-to.ts";
import { receiveAction } from "./receive-actions.ts";
import { receiveCommand } from "./receive-commands.ts";
import { receiveForm } from "./receive-forms.ts";
import { receiveLinks } from "./receive-links.ts";
import { receiveEvent } from "./receive-messages.ts";
import { receivePress } from "./receive-presses.ts";
import { receiveStep } from "./receive-steps.ts";
import type { Send, Taking } from "./receive.ts";
import { clientOptions } from "../connect/web-api.ts";

/** Handles one delivery from Slack. Rejects when Slack must deliver it again. */
export type Deliver = (body: Record<string, unknown>, send: Send) => Promise<void>;

const IsEvent = z.object({ type: z.literal("event_callback") });

export interface DispatchOptions {
  readonly token: string;
  readonly apiUrl: string;
  readonly logger: SlackLogger;
  readonly log: Logger;
}

/** Creates the Bolt app that dispatches Slack's deliveries to their handlers. */
export function createBoltApp(taking: Taking, options: DispatchOptions): Deliver {
  const { identity, intake } = taking;
  // Easel's own receivers pass deliveries in, and acknowledge only what has been committed.
  const receiver: Receiver = { init: () => {}, start: () => Promise.resolve(), stop: () => Promise.resolve() };
  const app = new App({
    receiver,
    convoStore: false,
    logger: options.logger,
    clientOptions: clientOptions(options),
    attachFunctionToken: false,
    // Every delivery that gets here is for the one workspace of the one token.
    async authorize() {
      const us = await identity();
      return { botToken: options.token, botId: us.botId, botUserId: us.botUserId, teamId: us.teamId };
    },
  });
  app.command(/.*/, ({ body, ack }) => receiveCommand(body, sendBy(ack), taking));
  app.action(/.*/, ({ body, ack }) => receivePress(body, sendBy(ack), taking));
  app.view({ type: "view_submission" }, ({ body, ack }) => receiveForm(body, sendBy(ack), taking));
  app.shortcut({ type: "message_action" }, ({ body, ack }) => receiveAction(body, sendBy(ack), taking));
  app.event("app_mention", ({ body }) => receiveEvent(body, taking));
  app.event("message", ({ body }) => receiveEvent(body, taking));
  app.event("app_home_opened", ({ body }) => receiveEvent(body, taking));
  app.event("link_shared", ({ body }) => receiveLinks(body, taking));
  app.event("function_executed", ({ body }) => receiveStep(body, taking));

  return (body, send) =>
    intake.during(async () => {
      const us = await identity();
      if (!isDeliveredTo(us, body)) {
        options.log.warn("ignored a delivery for another workspace");
        return send();
      }
      let told = false;
      const tell: Send = async (answer) => {
        told = true;
        await send(answer);
      };
      const isEvent = IsEvent.safeParse(body).success;
      // Bolt acknowledges an event before its handler runs, so Bolt gets an `ack` that does nothing.
      await app.processEvent({ body, ack: isEvent ? () => Promise.resolve() : tell });
      if (!told) await tell();
    });
}

/** Bolt types each kind of answer differently. Their contents are checked where they are created. */
function sendBy(ack: (...answers: never[]) => Promise<void>): Send {
  return async (answer) => {
    await Reflect.apply(ack, undefined, answer === undefined ? [] : [answer]);
  };
}
