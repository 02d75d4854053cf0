import { blocksProblem, record, textOf, viewProblem } from "./blocks.ts";
import { replaceView } from "./methods-views.ts";
import type { FakeView, ViewBody } from "./world.ts";

// What an acknowledgement may contain. Slack shows the person an error instead of anything else, so these throw.

type Answer = Readonly<Record<string, unknown>> | undefined;

/** A message in reply to a command. */
export function expectMessage(answer: Answer): void {
  expectNo(blocksProblem(answer?.["blocks"] ?? [], "message"));
}

/** What happens to a submitted view: it shows errors, or is replaced or closed. */
export function submitted(view: FakeView, answer: Answer): void {
  view.errors = {};
  if (answer?.["response_action"] === "errors") view.errors = errorsIn(view.view, record(answer["errors"]));
  else if (answer?.["response_action"] === "update") {
    expectNo(viewProblem(answer["view"], "modal"));
    replaceView(view, answer["view"] as ViewBody);
  } else view.isOpen = false;
}

/** Errors for a view's inputs: each belongs to an input, and has a text. */
function errorsIn({ blocks }: ViewBody, errors: Readonly<Record<string, unknown>>): Record<string, string> {
  const inputs = new Set(blocks.filter((block) => block["type"] === "input").map((block) => block["block_id"]));
  const texts = Object.entries(errors).map(([block, text]) => [block, textOf(text)] as const);
  if (texts.length === 0) expectNo("there are no errors");
  for (const [block, text] of texts) {
    if (!inputs.has(block)) expectNo(`there is no input ${block}`);
    if (text.trim() === "") expectNo(`the error of ${block} has no text`);
  }
  return Object.fromEntries(texts);
}

function expectNo(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`Slack would refuse this acknowledgement: ${problem}`);
}
