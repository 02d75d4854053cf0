import type { ButtonEvent } from "../../core/chat/event.ts";
import { notAdminText } from "../admin/not-admin.ts";
import { cancelBatch } from "../cancel.ts";
import type { CommandContext } from "../command.ts";
import { answer, type Reply } from "../reply.ts";
import { deliverAgain } from "../deliver-again.ts";
import { findEntry } from "./entries.ts";
import { jobList } from "./job-list.ts";
import { showEntry } from "./show-entry.ts";
import type { JobsPress } from "./view-id.ts";

/** Shows another part of the list in place of the view, or shows or cancels one request. Rights are checked at each press. */
export async function pressJobs(press: JobsPress, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const { actor } = event;
  if (press.scope === "all" && !actor.isAdmin) return answer(notAdminText(actor, context));
  if (press.kind === "list") {
    return { kind: "answer", message: await jobList(press, event, context), closes: true };
  }
  const entry = await findEntry(press.batchId, event, press.scope, context);
  if (!entry) return answer(texts.gone);
  switch (press.kind) {
    case "cancel":
      return cancelBatch(entry.batch, actor, context);
    case "deliver":
      return deliverAgain(entry.batch, actor, context);
    case "show":
      return showEntry(entry, press.scope, event, context);
  }
}
