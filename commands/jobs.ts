import { escapeText, shortened } from "../src/chat/message.ts";
import { answer, type Command } from "../src/command/command.ts";
import { accountOf } from "../src/command/make.ts";
import { hasEnded } from "../src/job/job.ts";
import type { Batch, Job } from "../src/job/store.ts";
import type { Texts } from "../src/text/texts.ts";

const SHOWN = 10;
const SHOWN_PROMPT = 80;
const SHOWN_ON_BUTTON = 30;

/** `/jobs`: the member's latest requests, with a button to cancel what is under way. */
export const jobs: Command = {
  spec: { name: "jobs", options: [] },

  async run(invocation, { jobs: service, accounts, texts }) {
    const accountId = await accountOf(invocation, accounts);
    if (accountId === undefined) return answer(texts.jobs.none);
    const latest = await service.latest(accountId, SHOWN);
    if (latest.length === 0) return answer(texts.jobs.none);
    const lines = latest.map((entry) => `• ${lineOf(entry, texts)}`);
    const open = latest.filter((entry) => isOpen(entry.jobs)).slice(0, 5);
    return {
      kind: "answer",
      message: {
        text: [texts.jobs.title, ...lines].join("\n"),
        buttons: open.map(({ batch }) => ({
          id: `cancel:${batch.id}`,
          label: `${texts.notice.cancel}: ${shortened(batch.request.prompt, SHOWN_ON_BUTTON)}`,
          style: "secondary" as const,
        })),
      },
    };
  },
};

function lineOf({ batch, jobs: members }: { batch: Batch; jobs: Job[] }, texts: Texts): string {
  const { prompt } = batch.request;
  const shown = escapeText(shortened(prompt, SHOWN_PROMPT));
  if (isOpen(members)) {
    const ended = members.filter((job) => hasEnded(job.state)).length;
    return texts.jobs.line(texts.jobs.running(ended, members.length), shown);
  }
  if (members.every((job) => job.state === "cancelled")) return texts.jobs.line(texts.notice.cancelled, shown);
  const made = members.filter((job) => job.state === "succeeded").length;
  return texts.jobs.line(texts.jobs.done(made, members.length), shown);
}

function isOpen(members: readonly Job[]): boolean {
  return members.some((job) => !hasEnded(job.state));
}
