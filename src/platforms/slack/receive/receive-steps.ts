import { createHash } from "node:crypto";
import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { FieldValues, Offered } from "../../../core/chat/event.ts";
import { seenText } from "../../../core/chat/seen-text.ts";
import { noUsableModel } from "../../../command/make/no-usable-model.ts";
import { INVOCATION_MS } from "../../../lib/limits.ts";
import { forAnyReader } from "../../../text/render/steps/step-texts.ts";
import { textsFor } from "../../../text/texts.ts";
import type { Person } from "../people/people.ts";
import { plainWords } from "../post/rich-text.ts";
import { receiveOnce } from "./receive-once.ts";
import { whyNotHere, type Taking } from "./receive.ts";
import { STEPS, type StepDefinition } from "../commands/workflow-steps.ts";

/** The person who must agree sees the whole prompt up to this length. Escaping can double it. */
const STEP_PROMPT_CHARACTERS = 1_500;
/** Other steps can pass values of any length. */
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
 * Handles a workflow step. The event does not say who started the workflow, and anybody can build one. So Easel asks the person that the
 * step names in a direct message, and makes nothing before they agree. Rejects when Slack must deliver the event again.
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
  const { steps, people, intake } = taking;
  const userId = idOf(inputs["person"], PERSON);
  const channel = idOf(inputs["channel"], CHANNEL);
  const options = optionsOf(definition, inputs);
  // Check the inputs first: that costs no calls and reveals nothing about people and channels.
  if (userId === undefined) return refuseAtOnce(forAnyReader(({ noPerson }) => noPerson));
  if (channel === undefined) return refuseAtOnce(forAnyReader(({ noChannel }) => noChannel));
  if (String(options["prompt"] ?? "").length > STEP_PROMPT_CHARACTERS) {
    return refuseAtOnce(forAnyReader(({ tooLong }) => tooLong(STEP_PROMPT_CHARACTERS)));
  }
  if (noUsableModel(definition.service, options, textsFor("en")) !== undefined) {
    return refuseAtOnce(
      forAnyReader((_texts, locale) => noUsableModel(definition.service, options, textsFor(locale)) ?? ""),
    );
  }
  const tooMany = forAnyReader((texts) => texts.tooMany);
  // Count the step before any look-up, so that a workflow in a loop costs few calls.
  const begun = await steps.begin({ executionId, workspace, channel, userId, tooMany });
  if (begun === "over") taking.stepEnded();
  if (begun !== "begun") return;
  const person = await people.find(userId);
  const conversation: Conversation = { platform: "slack", workspace, channel };
  const offered = await offerWorkflowRequest(person, conversation);
  // All refusals read the same. The workflow's user might not be allowed to know the channel, or what the named person may do.
  if (!offered) return refuse();
  if (!(await steps.asked(executionId, { keys: offered.keys }, person.locale))) return;
  // The same key for every delivery of the event, so that the person is asked once.
  const postKey = createHash("sha256").update(key).digest("base64url").slice(0, 32);
  const signal = AbortSignal.timeout(INVOCATION_MS);
  const sent = await taking.direct(conversation, userId, offered.message, postKey, signal);
  if (!sent) await refuse();

  async function offerWorkflowRequest(
    actor: Person,
    there: Conversation,
  ): Promise<Extract<Offered, { kind: "offered" }> | undefined> {
    if (actor.isStranger || !(await taking.mayRead(there, actor.userId))) return undefined;
    if ((await whyNotHere(there, actor, taking)) !== undefined) return undefined;
    const { command } = definition;
    const answer = await intake
      .handlers()
      .offer({ key, conversation: there, isDirect: false, actor, command, options });
    return answer.kind === "offered" ? answer : undefined;
  }

  /** Fails the step with a reason. `completeSteps` sends it to Slack, with retries. */
  async function refuseAtOnce(text: string): Promise<void> {
    await steps.refuse({ executionId, workspace }, plainWords(text));
    taking.stepEnded();
  }

  async function refuse(): Promise<void> {
    await steps.asked(executionId, { refusal: plainWords(forAnyReader(({ notOffered }) => notOffered)) }, "en");
    taking.stepEnded();
  }
}

function idOf(value: unknown, form: RegExp): string | undefined {
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** A step's options by name, without empty inputs. */
function optionsOf({ inputs: names }: StepDefinition, inputs: Readonly<Record<string, unknown>>): FieldValues {
  const given = names.flatMap((name): [string, string | number][] => {
    if (name === "person" || name === "channel") return [];
    const value = inputs[name];
    if (typeof value === "number" && Number.isFinite(value)) return [[name, value]];
    if (typeof value !== "string") return [];
    // Don't ask people to approve a prompt they cannot see in full.
    const seen = seenText(value);
    if (seen.trim() === "") return [];
    return [[name, name === "prompt" ? seen : seen.trim().slice(0, STEP_VALUE_CHARACTERS)]];
  });
  return Object.fromEntries(given);
}
