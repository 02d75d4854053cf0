import { stepManifest } from "../../../src/platforms/slack/commands/workflow-steps.ts";
import type { Arguments } from "./arguments.ts";
import { record, textOf } from "./blocks.ts";
import type { Carrier, Outcome } from "./delivery.ts";
import type { Act } from "./member.ts";
import { FakeRefusal } from "./refusal.ts";
import { newId, type FakeExecution, type FakeWorld } from "./world.ts";

/** Whether a value has a parameter's type: https://docs.slack.dev/tools/deno-slack-sdk/reference/slack-types */
const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string" && value !== "",
  integer: (value) => Number.isInteger(value),
  "slack#/types/user_id": (value) => /^[UW][A-Z0-9]+$/.test(textOf(value)),
  "slack#/types/channel_id": (value) => /^[CDG][A-Z0-9]+$/.test(textOf(value)),
};

/** The problems with the values of declared parameters. */
function problemWith(declared: unknown, values: Readonly<Record<string, unknown>>): string | undefined {
  const parameters = record(declared);
  const unknown = Object.keys(values).find((name) => !(name in parameters));
  if (unknown !== undefined) return `unexpected property: ${unknown}`;
  for (const [name, parameter] of Object.entries(parameters)) {
    const { type, is_required: isRequired } = record(parameter);
    if (values[name] === undefined && isRequired !== true) continue;
    if (!IS[textOf(type)]?.(values[name])) return `invalid ${name}: ${JSON.stringify(values[name])}`;
  }
  return undefined;
}

function running(args: Arguments, world: FakeWorld): FakeExecution {
  const execution = world.executions.get(textOf(args["function_execution_id"]));
  if (!execution) throw new FakeRefusal("function_execution_not_found");
  if (execution.state !== "running") throw new FakeRefusal("execution_not_in_running_state");
  return execution;
}

/** https://docs.slack.dev/reference/methods/functions.completeSuccess and functions.completeError */
export const functionMethods: Readonly<Record<string, (args: Arguments, world: FakeWorld) => Record<string, unknown>>> =
  {
    "functions.completeSuccess"(args, world) {
      const execution = running(args, world);
      const outputs = record(args["outputs"]);
      const problem = problemWith(record(stepManifest()[execution.callbackId])["output_parameters"], outputs);
      if (problem !== undefined) throw new FakeRefusal("parameter_validation_failed", `[ERROR] ${problem}`);
      Object.assign(execution, { state: "succeeded", outputs });
      return {};
    },
    "functions.completeError"(args, world) {
      Object.assign(running(args, world), { state: "failed", error: textOf(args["error"]) });
      return {};
    },
  };

/**
 * A workflow reaches a step: Slack checks the inputs and delivers the event. The event doesn't name the person who started the
 * workflow, and its token is valid for 15 minutes.
 */
export function runStep(
  world: FakeWorld,
  deliver: Carrier,
  callbackId: string,
  inputs: Readonly<Record<string, unknown>>,
): Act & { readonly execution: FakeExecution } {
  const declared = record(stepManifest()[callbackId]);
  const problem = problemWith(declared["input_parameters"], inputs);
  if (problem !== undefined) throw new Error(`Slack would not start this step: ${problem}`);
  const execution: FakeExecution = { id: newId("Fx"), callbackId, state: "running", outputs: {}, error: undefined };
  world.executions.set(execution.id, execution);
  const given = {
    type: "function_executed",
    function: { id: newId("Fn"), callback_id: callbackId, type: "app", app_id: world.bot.appId },
    inputs,
    function_execution_id: execution.id,
    workflow_execution_id: newId("Wx"),
    event_ts: String(Date.now() / 1000),
    bot_access_token: `xwfp-${newId("")}`,
  };
  let tries = 0;
  const send = (): Promise<Outcome> => {
    const num = tries++;
    const body = {
      type: "event_callback",
      team_id: world.team.id,
      api_app_id: world.bot.appId,
      // A new id per delivery, as in Slack.
      event_id: newId("Ev"),
      event_time: Math.floor(Date.now() / 1000),
      event: given,
    };
    return deliver("events_api", body, num === 0 ? undefined : { num, reason: "http_timeout" });
  };
  return { execution, outcome: send(), again: send };
}
