import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { until } from "../process/processes.ts";
import type { ConsoleClient } from "./console-client.ts";

const { again } = textsFor("en").result;

/** The result of a clip that must be encoded again. Encoding runs at low priority, so it may be slow on a busy machine. */
export async function clipResultOf(client: ConsoleClient): Promise<MessageView> {
  await until(() => result(client.messages()) !== undefined, 90_000);
  return client.see("the result", result);
}

/** Easel's message with the buttons of a result, which a notice lacks. */
function result(messages: readonly MessageView[]): MessageView | undefined {
  return messages.find((one) => one.author.isEasel && one.buttons.some(({ label }) => label === again));
}
