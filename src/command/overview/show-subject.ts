import type { Message } from "../../core/chat/message.ts";
import type { CommandContext } from "../command.ts";
import { approvalsView } from "./approvals-view.ts";
import { failuresView } from "./failures-view.ts";
import { listView } from "./list-view.ts";
import { pausesView } from "./pauses-view.ts";
import { rulesView } from "./rules-view.ts";
import { usageView } from "./usage-view.ts";
import type { Subject } from "./view-id.ts";
import type { Viewer } from "./view-parts.ts";

/** The view of a subject. */
export function showSubject(subject: Subject, viewer: Viewer, context: CommandContext): Promise<Message | undefined> {
  switch (subject) {
    case "channel":
    case "workspace":
    case "organisation":
      return rulesView(subject, undefined, viewer, context);
    case "pauses":
      return pausesView(viewer, context);
    case "approvals":
      return approvalsView(0, viewer, context);
    case "failures":
      return failuresView(viewer, context);
    case "usage":
      return usageView("month", "member", viewer, context);
    default:
      return listView(subject, viewer, context);
  }
}
