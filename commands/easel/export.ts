import { actingOf } from "../../src/command/acting.ts";
import { notAdminText } from "../../src/command/admin/not-admin.ts";
import { type Command } from "../../src/command/command.ts";
import { exportData } from "../../src/command/personal/export.ts";
import { findPerson } from "../../src/command/personal/find-person.ts";
import { createShows } from "../../src/command/personal/may-export-entry.ts";
import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";

/**
 * `/easel export`: a member's own data as a private file. Admins can also export another member's data, without what they may not
 * read.
 */
export const easelExport: Command = {
  spec: {
    name: "easel export",
    options: [
      { name: "person", type: "person" },
      { name: "before", type: "text" },
    ],
  },

  async run(invocation, context) {
    const { texts } = context;
    const { actor, options } = invocation;
    const acting = await actingOf(invocation, context);
    const { organisationId, accountId } = acting;
    const say = texts.personalData;
    const own = { organisationId, accountId, admin: undefined, shows: async () => true };
    const mine = { ...own, about: say.yours, command: "/easel export" };
    if (String(options["person"] ?? "").trim() === "") return exportData(mine, invocation, context);
    if (!actor.isAdmin) return answer(notAdminText(actor, context, say.notYours));
    const found = await findPerson(invocation, acting, context);
    if (!found.ok) return found.reply;
    const person = found.value;
    const name = escapeText(person.name);
    if (person.accountId === undefined) return answer(say.nobody(name));
    if (person.accountId === accountId) return exportData(mine, invocation, context);
    const theirs = {
      organisationId,
      accountId: person.accountId,
      admin: acting.actor,
      shows: createShows(invocation, context),
      about: say.theirs(name),
      command: `/easel export --person ${person.userId}`,
    };
    return exportData(theirs, invocation, context);
  },
};
