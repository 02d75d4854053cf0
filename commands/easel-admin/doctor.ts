import { answer } from "../../src/command/reply.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command } from "../../src/command/command.ts";
import { PlatformError } from "../../src/core/chat/errors.ts";
import { findingLine } from "../../src/text/render/doctor.ts";

/** `/easel-admin doctor`: what works, and how to fix what doesn't. */
export const doctor: Command = {
  spec: { name: "easel-admin doctor", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts, platform } = context;
    const { conversation, actor, signal } = invocation;
    const { organisationId } = await actingOf(invocation, context);
    // Other admins must not be able to switch on more workspaces at the operator's cost.
    const isOperator = platform.capabilities.adminsAreOperators;
    const findings = await context.doctor.examine(organisationId, isOperator, signal);
    const asked = platform.capabilities.problemsIn?.(conversation, actor.locale) ?? Promise.resolve([]);
    const here = await asked.catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      return [texts.doctor.platformAway];
    });
    const say = texts.doctor;
    const lines = findings.map((finding) => findingLine(finding, actor.locale));
    const platformLines = here.length === 0 ? [say.well(say.platform)] : here.map((problem) => say.bad(problem));
    return answer([say.title, ...lines, ...platformLines].join("\n"));
  },
};
