import { escapeText } from "../../src/chat/message.ts";
import { actingOf } from "../../src/command/acting.ts";
import { answer, type Command } from "../../src/command/command.ts";
import { changeText } from "../../src/command/keys/answers.ts";
import { findKey } from "../../src/command/keys/find-key.ts";
import { readWhose } from "../../src/command/keys/whose.ts";
import { keyProblemText, strandedLines, whoseText } from "../../src/text/keys.ts";

/** `/easel-admin keys assign`: who may use a key from now on. What is under way with it goes on. */
export const keysAssign: Command = {
  spec: {
    name: "easel-admin keys assign",
    adminOnly: true,
    options: [
      { name: "key", type: "text", required: true },
      { name: "to", type: "text", required: true },
    ],
  },

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { conversation, options } = invocation;
    const { organisationId, accountId, actor } = await actingOf(invocation, context);
    const found = findKey(options["key"], await keyring.list(organisationId), texts);
    if (!found.ok) return found.reply;
    const { key } = found;
    if (key.isOwn && key.scope.id !== accountId) return answer(texts.keys.theirOwn(escapeText(key.name)));
    const owners = await keyring.owners(organisationId);
    const whose = readWhose(String(options["to"] ?? ""), owners, conversation);
    if (!whose.ok) return answer(keyProblemText(whose.problem, texts));
    const changed = await keyring.assign(organisationId, key.id, whose.scope, actor);
    if (!changed) return answer(texts.gone);
    const before = whoseText(changed.before.scope, owners, conversation, texts);
    const after = whoseText(changed.after.scope, owners, conversation, texts);
    return answer(
      [changeText(changed.after, before, after, texts), ...strandedLines(changed.stranded, texts)].join("\n"),
    );
  },
};
