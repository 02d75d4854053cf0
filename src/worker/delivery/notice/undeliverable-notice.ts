import { escapeText, type Button, type Message } from "../../../core/chat/message.ts";
import type { BatchView, Post } from "../../../core/delivery/delivery-store.ts";
import { joined } from "../../../text/render/failures.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import { undelivered } from "../batch-status.ts";
import { refusalText, type RefusalCapabilities } from "../refusal-text.ts";
import { requestMessageOf } from "../result/post-key.ts";
import { costLines } from "./cost-lines.ts";
import { quoted } from "./quoted.ts";

/**
 * The notice of a batch whose result the conversation refuses for good: whether it was sent to the requester directly, why, and
 * how it can still be delivered. Without this notice, the result would seem to be on its way.
 */
export async function undeliverableNotice(view: BatchView, capabilities: RefusalCapabilities): Promise<Message> {
  const { batch, posts } = view;
  const texts = textsFor(batch.locale);
  const say = texts.delivery;
  const name = escapeText(batch.requesterName);
  const find = (kind: string): Post | undefined => posts.find((post) => post.kind === kind);
  const direct = find("direct");
  const isLost = undelivered(view).length > 0;
  const headline =
    direct?.state === "posted" ? say.sentDirectly(name) : isLost ? say.notDelivered(name) : say.notTold(name);
  return {
    text: [
      joined([headline, quoted(batch.request.prompt)], batch.locale),
      await refusalText(view, find("result") ?? {}, capabilities),
      ...(direct?.state === "undeliverable"
        ? [joined([say.norDirectly(name), await refusalText(view, direct, capabilities)], batch.locale)]
        : []),
      ...(isLost ? [say.thenAgain] : []),
      ...costLines(view, view.jobs, [], texts),
    ].join("\n"),
    ...requestMessageOf(batch),
    ...(isLost ? { buttons: [deliverButton(`deliver:${batch.id}`, texts)] } : {}),
  };
}

/** The button that posts an undelivered result again. */
export function deliverButton(id: string, { delivery: say }: Texts): Button {
  return { id, label: say.again, style: "primary" };
}
