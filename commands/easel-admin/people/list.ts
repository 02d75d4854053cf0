import { ORGANISATION_SCOPE } from "../../../src/core/account/policy/scope.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { answer, type Command } from "../../../src/command/command.ts";
import { subjectNames } from "../../../src/command/policy/subjects.ts";

/** `/easel-admin people list`: who is blocked in the whole organisation. */
export const peopleList: Command = {
  spec: { name: "easel-admin people list", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { policies, texts } = context;
    const acting = await actingOf(invocation, context);
    const { blocked = [] } = await policies.settings(acting.organisationId, ORGANISATION_SCOPE);
    const names = await subjectNames(blocked, invocation, acting, context);
    const list = blocked.map((subject) => escapeText(names.get(subject) ?? subject));
    return answer(list.length === 0 ? texts.blocking.none : texts.blocking.list(list.join(", ")));
  },
};
