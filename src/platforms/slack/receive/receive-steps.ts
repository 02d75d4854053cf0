import { createHash } from "node:crypto";
import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { FieldValues } from "../../../core/chat/event.ts";
import type { Locale } from "../../../lib/locale.ts";
import { stepTextsFor } from "../../../text/render/steps/step-texts.ts";
import { plainWords } from "../post/rich-text.ts";
import { receiveOnce } from "./receive-once.ts";
import { strangerText, whyNotHere, type Taking } from "./receive.ts";
import { STEPS, type StepDefinition } from "../commands/steps.ts";

/** Longer prompts would not be shown whole to the person who has to agree, since escaping may double them. */
const STEP_PROMPT_CHARACTERS = 1_500;
/** Values that come from other steps may be anything. */
const STEP_VALUE_CHARACTERS = 200;

const PERSON = /^[UW][A-Z0-9]{1,30}$/;
const CHANNEL = /^[CG][A-Z0-9]{1,30}$/;

/** https://docs.slack.dev/reference/events/function_executed */
const StepEnvelope = z.object({
  event_id: z.string(),
  event: z.object({
    function: z.object({ callback_id: z.string() }),
    function_execution_id: z.string().max(100),
    inputs: z.record(z.string(), z.unknown()).default({}),
  }),
});

/**
 * A step of a workflow runs. The event does not say who started the workflow, and anybody may build one: so the person that the step
 * names is asked in a direct message, and nothing is made before they agree. Rejects when Slack must deliver the event again.
 */
export async function receiveStep(body: unknown, taking: Taking): Promise<void> {
  const { event, event_id } = StepEnvelope.parse(body);
  const { function_execution_id: executionId, inputs } = event;
  const definition = STEPS.find(({ callbackId }) => callbackId === event.function.callback_id);
  if (!definition) return;
  const { teamId: workspace } = await taking.identity();
  const key = `step:${workspace}:${executionId}`;
  await receiveOnce(
    [key, `event:${workspace}:${event_id}`],
    () => ask({ key, executionId, workspace }, definition, inputs, taking),
    taking,
  );
}

interface Run {
  readonly key: string;
  readonly executionId: string;
  readonly workspace: string;
}

async function ask(
  { key, executionId, workspace }: Run,
  definition: StepDefinition,
  inputs: Readonly<Record<string, unknown>>,
  taking: Taking,
): Promise<void> {
  const { steps, people, intake, log } = taking;
  const userId = idOf(inputs["person"], PERSON);
  const channel = idOf(inputs["channel"], CHANNEL);
  // First of all, so that a workflow in a loop costs no calls.
  const begun = await steps.begin({ executionId, workspace, channel: channel ?? "", userId });
  if (begun === "ended") return;
  if (begun === "full") return log.info({ step: executionId }, "a workflow's step was ignored: too many are open");
  if (begun === "over") return refuse(stepTextsFor("en").tooMany, "en");
  if (userId === undefined) return refuse(stepTextsFor("en").noPerson, "en");
  const person = await people.find(userId);
  const { locale } = person;
  const texts = stepTextsFor(locale);
  if (person.isStranger) return refuse(strangerText(person), locale);
  if (channel === undefined) return refuse(texts.noChannel, locale);
  const conversation: Conversation = { platform: "slack", workspace, channel };
  if (!(await taking.mayRead(conversation, userId))) return refuse(texts.notTheirs, locale);
  const whyNot = await whyNotHere(conversation, person, taking);
  if (whyNot !== undefined) return refuse(whyNot, locale);
  const options = optionsOf(definition, inputs);
  if (String(options["prompt"] ?? "").length > STEP_PROMPT_CHARACTERS) {
    return refuse(texts.tooLong(STEP_PROMPT_CHARACTERS), locale);
  }
  const { command } = definition;
  const offered = await intake
    .handlers()
    .offer({ key, conversation, isDirect: false, actor: person, command, options });
  if (offered.kind === "refused") return refuse(offered.text, locale);
  await steps.asked(executionId, { keys: offered.keys }, locale);
  // The same for every delivery of the event, so that the person is asked once.
  const postKey = createHash("sha256").update(key).digest("base64url").slice(0, 32);
  const sent = await taking.direct(conversation, userId, offered.message, postKey);
  if (!sent) await refuse(texts.notReached, locale);

  /** The step fails, and says why. Slack is told by `completeSteps`, which tries again. */
  async function refuse(text: string, language: Locale): Promise<void> {
    await steps.asked(executionId, { refusal: plainWords(text) }, language);
    taking.stepEnded();
  }
}

function idOf(value: unknown, form: RegExp): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** The options that a step gives, by name. Inputs that nobody filled in are left out. */
function optionsOf({ inputs: names }: StepDefinition, inputs: Readonly<Record<string, unknown>>): FieldValues {
  const given = names.flatMap((name): [string, string | number][] => {
    if (name === "person" || name === "channel") return [];
    const value = inputs[name];
    if (typeof value === "number" && Number.isFinite(value)) return [[name, value]];
    if (typeof value !== "string" || value.trim() === "") return [];
    return [[name, name === "prompt" ? value : value.trim().slice(0, STEP_VALUE_CHARACTERS)]];
  });
  return Object.fromEntries(given);
}
