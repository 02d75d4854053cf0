import { stepTextsFor, type StepTexts } from "../../../text/render/steps/step-texts.ts";
import type { Service } from "../../../core/job/job.ts";

type InputName = keyof StepTexts["inputs"];
type OutputName = keyof StepTexts["outputs"];

/** A workflow step that the app offers: https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps */
export interface StepDefinition {
  /** Slack's name for the step. Workflows store it, so it must never change. */
  readonly callbackId: string;
  readonly service: Service;
  /** The command that makes it. */
  readonly command: string;
  readonly inputs: readonly InputName[];
}

export const STEPS: readonly StepDefinition[] = [
  {
    callbackId: "make_picture",
    service: "image",
    command: "imagine",
    inputs: ["person", "channel", "prompt", "model", "size", "aspect_ratio", "count"],
  },
  {
    callbackId: "make_clip",
    service: "video",
    command: "video",
    inputs: ["person", "channel", "prompt", "model", "seconds", "aspect_ratio"],
  },
];

/** What each step returns. */
const OUTPUTS: readonly OutputName[] = ["link", "prompt", "made"];

const REQUIRED: ReadonlySet<InputName> = new Set(["person", "channel", "prompt"]);

const TYPES: Readonly<Partial<Record<InputName | OutputName, string>>> = {
  person: "slack#/types/user_id",
  channel: "slack#/types/channel_id",
  count: "integer",
  seconds: "integer",
  made: "integer",
};

/** The steps as the app's manifest declares them: https://docs.slack.dev/reference/app-manifest */
export function stepManifest(): Record<string, unknown> {
  const words = stepTextsFor("en");
  return Object.fromEntries(
    STEPS.map(({ callbackId, service, inputs }) => [
      callbackId,
      {
        title: words.title[service],
        description: words.description[service],
        input_parameters: Object.fromEntries(
          inputs.map((name) => [name, parameter(name, words.inputs[name], REQUIRED.has(name))]),
        ),
        output_parameters: Object.fromEntries(
          OUTPUTS.map((name) => [name, parameter(name, words.outputs[name], true)]),
        ),
      },
    ]),
  );
}

function parameter(
  name: InputName | OutputName,
  { title, description }: { readonly title: string; readonly description: string },
  isRequired: boolean,
): Record<string, unknown> {
  return { type: TYPES[name] ?? "string", title, description, is_required: isRequired, name };
}
