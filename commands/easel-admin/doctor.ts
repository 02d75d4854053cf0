import { escapeText } from "../../src/core/chat/message.ts";
import { answer } from "../../src/command/reply.ts";
import { examine, examineChannels } from "../../src/command/admin/examine-setup.ts";
import { type Command } from "../../src/command/command.ts";
import { shownBytes } from "../../src/text/shown-bytes.ts";
import { findingLine } from "../../src/text/render/doctor.ts";

/** `/easel-admin doctor`: what works, and how to fix what doesn't. */
export const doctor: Command = {
  spec: { name: "easel-admin doctor", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts } = context;
    const { findings, here } = await examine(invocation, invocation.signal, context);
    const say = texts.doctor;
    const lines = findings.map((finding) => findingLine(finding, invocation.actor.locale));
    const platformLines = here.length === 0 ? [say.well(say.platform)] : here.map((problem) => say.bad(problem));
    const { maxFileBytes, maxFileBytesIn } = context.platform.capabilities;
    const limit = await maxFileBytesIn?.(invocation.conversation);
    const uploads = say.well(texts.machine.uploads(shownBytes(limit ?? maxFileBytes)));
    const others = await examineChannels(invocation, context);
    const channelLines = [
      ...others.problems.map(({ name, problem }) => say.bad(say.channel(escapeText(name), problem))),
      ...(others.unchecked > 0 ? [say.bad(say.uncheckedChannels(others.unchecked))] : []),
      ...(others.well > 0 ? [say.well(say.channels(others.well))] : []),
    ];
    return answer([say.title, ...lines, ...platformLines, uploads, ...channelLines].join("\n"));
  },
};
