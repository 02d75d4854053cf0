import { App, type Receiver } from "@slack/bolt";
import type { Logger as SlackLogger } from "@slack/web-api";
import { z } from "zod";
import type { Logger } from "../../../lib/log/log.ts";
import { isDeliveredTo } from "./delivered-to.ts";
import { receiveAction } from "./receive-actions.ts";
import { receiveCommand } from "./receive-commands.ts";
import { receiveForm } from "./receive-forms.ts";
import { receiveEvent } from "./receive-messages.ts";
import { receivePress } from "./receive-presses.ts";
import type { Send, Taking } from "./receive.ts";
import { clientOptions } from "../connect/web-api.ts";

/** Takes one delivery of Slack's, however it came. Rejects when Slack must deliver it again. */
export type Deliver = (body: Record<string, unknown>, send: Send) => Promise<void>;

const IsEvent = z.object({ type: z.literal("event_callback") });

export interface DispatchOptions {
  readonly token: string;
  readonly apiUrl: string;
  readonly logger: SlackLogger;
  readonly log: Logger;
}

/** Bolt, told what to do with everything that Slack delivers to us. */
export function createBoltApp(taking: Taking, options: DispatchOptions): Deliver {
  const { identity, intake } = taking;
  // Deliveries come in by our own receivers, which acknowledge what has been committed and nothing else.
  const receiver: Receiver = { init: () => {}, start: () => Promise.resolve(), stop: () => Promise.resolve() };
  const app = new App({
    receiver,
    convoStore: false,
    logger: options.logger,
    clientOptions: clientOptions(options),
    attachFunctionToken: false,
    // What comes this far is for the one workspace that the one token belongs to.
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

  return (body, send) =>
    intake.during(async () => {
      const us = await identity();
      if (!isDeliveredTo(us, body)) {
        options.log.warn("something was delivered for another workspace, and left alone");
        return send();
      }
      let told = false;
      const tell: Send = async (answer) => {
        told = true;
        await send(answer);
      };
      const isEvent = IsEvent.safeParse(body).success;
      // Bolt acknowledges an event before anything is done with it.
      await app.processEvent({ body, ack: isEvent ? () => Promise.resolve() : tell });
      if (!told) await tell();
    });
}

/** Bolt types each kind's answer apart; what they carry is checked where it is made. */
function sendBy(ack: (...answers: never[]) => Promise<void>): Send {
  return async (answer) => {
    await Reflect.apply(ack, undefined, answer === undefined ? [] : [answer]);
  };
}
