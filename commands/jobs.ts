import { answer, refuse } from "../src/command/reply.ts";
import { escapeText } from "../src/core/chat/message.ts";
import { type Command } from "../src/command/command.ts";
import { notAdminText } from "../src/command/admin/not-admin.ts";
import { cancelBatch } from "../src/command/cancel.ts";
import { findEntry } from "../src/command/jobs/entries.ts";
import { jobList } from "../src/command/jobs/job-list.ts";
import { showEntry } from "../src/command/jobs/show-entry.ts";
import { JOB_SCOPES } from "../src/command/jobs/view-id.ts";
import { oneOf } from "../src/core/request/read-text.ts";
import type { RequestProblem } from "../src/core/request/problem.ts";

const ACTIONS = ["list", "show", "cancel"] as const;

/** `/jobs`: the member's latest requests, one request in full, and cancelling. */
export const jobs: Command = {
  spec: {
    name: "jobs",
    example: "show 1a2b3c4d",
    textOption: "action",
    options: [
      { name: "action", type: "text", suggestions: ACTIONS },
      { name: "job", type: "text" },
      { name: "scope", type: "text", suggestions: JOB_SCOPES },
    ],
  },

  async run(invocation, context) {
    // In free text both come without their option names: `/jobs cancel 1a2b3c4d`.
    const [first = "list", ...rest] = String(invocation.options["action"] ?? "list")
      .trim()
      .split(/\s+/);
    const named = String(invocation.options["job"] ?? rest.join(" ")).trim();
    const problems: RequestProblem[] = [];
    const action = oneOf("action", first, ACTIONS, problems);
    const { scope: givenScope } = invocation.options;
    const scope = oneOf("scope", givenScope === undefined ? "own" : String(givenScope), JOB_SCOPES, problems);
    if (action === undefined || scope === undefined) return refuse(problems);
    if (scope === "all" && !invocation.actor.isAdmin) return answer(notAdminText(invocation.actor, context));
    if (action === "list") return { kind: "answer", message: await jobList({ scope, page: 0 }, invocation, context) };
    const entry = await findEntry(named, invocation, scope, context);
    if (!entry)
      return answer(
        named === "" ? context.texts.jobs.whichJob(action) : context.texts.jobs.noSuchJob(escapeText(named)),
      );
    return action === "cancel"
      ? cancelBatch(entry.batch, invocation.actor, context)
      : showEntry(entry, scope, invocation, context);
  },
};
