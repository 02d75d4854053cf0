import type { ButtonEvent } from "../../core/chat/event.ts";
import type { Message } from "../../core/chat/message.ts";
import { notAdminText } from "../admin/not-admin.ts";
import type { CommandContext } from "../command.ts";
import { findCommand } from "../files/find.ts";
import { setPaused } from "../policy/pausing.ts";
import { answer, type Reply } from "../reply.ts";
import { runCommand } from "../run.ts";
import { approvalsView } from "./approvals-view.ts";
import { homeView } from "./home-view.ts";
import { runOf } from "./list-view.ts";
import { bare } from "./view-parts.ts";
import { pausesView } from "./pauses-view.ts";
import { rulesView } from "./rules-view.ts";
import { usageView } from "./usage-view.ts";
import { showSubject } from "./show-subject.ts";
import type { OverviewPress } from "./view-id.ts";

/** Shows another subject in place of the view, or does what a button says. Rights are checked at each press. */
export async function pressOverview(press: OverviewPress, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { actor } = event;
  if (!actor.isAdmin) return answer(notAdminText(actor, context));
  if (press.kind === "run") return run(press.run, event, context);
  const message = await viewFor(press, event, context);
  if (message) return { kind: "answer", message, closes: true };
  return answer(press.kind === "group" ? context.texts.overview.groupGone : context.texts.gone);
}

function viewFor(
  press: Exclude<OverviewPress, { kind: "run" }>,
  event: ButtonEvent,
  context: CommandContext,
): Promise<Message | undefined> {
  switch (press.kind) {
    case "home":
      return homeView(event, context);
    case "subject":
      return showSubject(press.subject, event, context);
    case "group":
      return rulesView("group", press.groupId, event, context);
    case "approvals":
      return approvalsView(press.page, event, context);
    case "usage":
      return usageView(press.span, press.by, event, context);
    case "pause":
    case "resume":
      return changePause(press, event, context);
  }
}

/** Runs the typed command, which answers below the view. */
async function run(key: string, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const wanted = runOf(key);
  if (!wanted) return answer(context.texts.gone);
  const found = findCommand(wanted.command, event.actor, context);
  if (found.kind === "reply") return found.reply;
  const given = { options: wanted.options ?? {}, attachments: [], message: undefined, parent: undefined };
  return runCommand(found.command, event, given, context);
}

/** Pauses or resumes, as the typed command does, and shows the view again with what that command says. */
async function changePause(
  { kind, place }: Extract<OverviewPress, { kind: "pause" | "resume" }>,
  event: ButtonEvent,
  context: CommandContext,
): Promise<Message | undefined> {
  const found = findCommand(`easel-admin ${kind}`, event.actor, context);
  if (found.kind === "reply") return undefined;
  const asked = { ...bare(event, found.command.spec), options: { scope: place } };
  const reply = await setPaused(asked, context, kind === "pause");
  return reply.kind === "answer" ? pausesView(event, context, reply.message.text) : undefined;
}
