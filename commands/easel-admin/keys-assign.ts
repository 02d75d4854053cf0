import { OwnerGoneError } from "../../src/account/key-store.ts";
import { escapeText } from "../../src/chat/message.ts";
import { actingOf } from "../../src/command/acting.ts";
import { answer, refuse, type Command } from "../../src/command/command.ts";
import { changeText } from "../../src/command/keys/answers.ts";
import { findKey } from "../../src/command/keys/find-key.ts";
import { readWhose } from "../../src/command/keys/whose.ts";
import { MAX_KEY_CONCURRENCY } from "../../src/limits.ts";
import { keyProblemText, strandedLines, whoseText } from "../../src/text/keys.ts";

const AT_ONCE = { min: 1, max: MAX_KEY_CONCURRENCY } as const;

/** `/easel-admin keys assign`: who may use a key from now on, and for how much at once. What is under way with it goes on. */
export const keysAssign: Command = {
  spec: {
    name: "easel-admin keys assign",
    adminOnly: true,
    textOption: "key",
    options: [
      { name: "key", type: "text", required: true },
      { name: "to", type: "text" },
      { name: "jobs_at_once", type: "number", ...AT_ONCE },
    ],
  },

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { conversation, options } = invocation;
    const { organisationId, accountId, actor } = await actingOf(invocation, context);
    const found = findKey(options["key"], await keyring.list(organisationId), texts);
    if (!found.ok) return found.reply;
    const { key } = found;
    const { to, jobs_at_once: atOnce } = options;
    if (to === undefined && atOnce === undefined) return answer(texts.keys.assignWhat);
    const concurrency = typeof atOnce === "number" ? atOnce : undefined;
    if (concurrency !== undefined && (concurrency < AT_ONCE.min || concurrency > AT_ONCE.max)) {
      return refuse([{ rule: "out_of_range", option: "jobs_at_once", given: String(concurrency), ...AT_ONCE }]);
    }
    if (to !== undefined && key.isOwn && key.scope.id !== accountId) {
      return answer(texts.keys.theirOwn(escapeText(key.name)));
    }
    const owners = await keyring.owners(organisationId);
    const whose = to === undefined ? undefined : readWhose(String(to), owners, conversation);
    if (whose && !whose.ok) return answer(keyProblemText(whose.problem, texts));
    const assigning = keyring.assign(organisationId, key.id, { scope: whose?.scope, concurrency }, actor);
    const changed = await assigning.catch((error: unknown) => {
      if (error instanceof OwnerGoneError) return "owner_gone" as const;
      throw error;
    });
    if (changed === "owner_gone") return answer(keyProblemText({ rule: changed }, texts));
    if (!changed) return answer(texts.gone);
    const { before, after, stranded } = changed;
    const whoseOf = ({ scope }: typeof before): string => whoseText(scope, owners, conversation, texts);
    const atOnceOf = (one: typeof before): string => texts.keys.jobsAtOnce(one.concurrency);
    return answer(
      [
        ...(whose ? [changeText(after, whoseOf(before), whoseOf(after), texts)] : []),
        ...(concurrency === undefined ? [] : [changeText(after, atOnceOf(before), atOnceOf(after), texts)]),
        ...strandedLines(stranded, texts),
      ].join("\n"),
    );
  },
};
