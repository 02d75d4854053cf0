import { z } from "zod";
import { encodeConversation, type Conversation } from "../conversation.ts";
import type { Message } from "../message.ts";
import { render } from "./blocks.ts";
import type { Person } from "./people.ts";
import { handOver, type Taking } from "./taking.ts";

/** The command whose answer the App Home shows. */
const SHOWN = "jobs";

/** Shows a person their own jobs in the App Home, as `/jobs` does. `occasion` is unique to what they did. */
export async function publishHome(
  person: Person,
  conversation: Conversation,
  occasion: string,
  taking: Taking,
): Promise<void> {
  const publish = async (message: Message): Promise<void> => {
    const view = {
      type: "home",
      private_metadata: encodeConversation(conversation),
      blocks: render(message).blocks,
    };
    await taking.web.call("views.publish", { user_id: person.userId, view }, z.looseObject({}));
  };
  const key = `home:${conversation.workspace}:${occasion}`;
  await handOver(
    { kind: "command", key, conversation, actor: person, command: SHOWN, options: {}, attachments: [] },
    {
      answer: publish,
      acknowledge: () => Promise.resolve(undefined),
      openForm: () => Promise.resolve(),
      refuseForm: () => Promise.resolve(),
    },
    taking,
  );
}
