import { answer, refuse, replyOf, type Reply } from "../reply.ts";
import { encodeWorkspace } from "../../core/chat/conversation.ts";
import type { ChatEvent } from "../../core/chat/event.ts";
import { codeText } from "../../core/chat/message.ts";
import { type CommandContext } from "../command.ts";
import { knownCommand, mayRun } from "../files/find.ts";
import { identityOf, refusedCode } from "./linking.ts";
import { splitCommandLine } from "../parse/command-names.ts";
import { notAdminText } from "./not-admin.ts";
import { parseOptions, type OptionValues } from "../parse/parse.ts";
import { readPicked } from "../parse/read-typed.ts";
import { takesButtons } from "../setting/show-setting.ts";
import { setupButton } from "../setup/setup-setting.ts";
import type { Checked } from "../../core/request/problem.ts";

const CLAIM = "easel-admin claim";

/** The answer in an unclaimed workspace: how to claim it, or the outcome of claiming it. Nothing else runs there. */
export async function replyUnclaimed(event: ChatEvent, context: CommandContext): Promise<Reply> {
  const { texts, linking, clock } = context;
  const { conversation, actor } = event;
  const command = knownCommand(CLAIM, context.commands);
  const given = command && givenFor(event, command.spec, context);
  if (!command || !given) return answer(texts.unclaimed(`${conversation.platform}:${conversation.workspace}`));
  if (!mayRun(command, actor)) return answer(notAdminText(actor, context));
  if (!given.ok) return replyOf(refuse(given.problems), command.spec);
  const code = String(given.value["code"] ?? "").trim();
  if (code === "") return replyOf(refuse([{ rule: "missing_option", option: "code" }]), command.spec);
  const workspace = encodeWorkspace(conversation);
  const claimer = { actor: { accountId: undefined, name: actor.displayName, workspace }, identity: identityOf(event) };
  const organisation = String(given.value["organisation"] ?? "").trim() || undefined;
  const claimed = await linking.claim(claimer, code, organisation);
  switch (claimed.kind) {
    case "claimed":
      return claimedReply(organisation, event, context);
    case "already":
      return answer(texts.linking.claimedAlready);
    default:
      return answer(refusedCode("claim", claimed, texts, clock.now()));
  }
}

/** Says that the workspace is switched on. Offers to set it up if buttons work here. */
function claimedReply(organisation: string | undefined, event: ChatEvent, context: CommandContext): Reply {
  const { texts } = context;
  const done = organisation === undefined ? texts.linking.claimed : texts.linking.claimedFor(codeText(organisation));
  const asked = { message: event.kind === "text" ? event.message : undefined, isDirect: event.isDirect === true };
  if (!takesButtons(asked, context)) return answer(done);
  const message = { text: [done, texts.setup.offer].join("\n"), buttons: [setupButton(texts)] };
  return { kind: "answer", message };
}

/** The options of the only command accepted there; undefined for anything else. */
function givenFor(
  event: ChatEvent,
  spec: Parameters<typeof parseOptions>[1],
  { commands }: CommandContext,
): Checked<OptionValues> | undefined {
  if (event.kind === "command") {
    if (event.command !== spec.name) return undefined;
    const read = readPicked(event, spec);
    return read.ok ? { ok: true, value: read.value.options } : read;
  }
  if (event.kind !== "text") return undefined;
  const names = commands.map((command) => command.spec.name);
  const line = splitCommandLine(event.text, names);
  return line?.command === spec.name ? parseOptions(line.rest, spec) : undefined;
}
