import { z } from "zod";
import { describe, expect, it } from "vitest";
import type { Form } from "../../../../src/core/chat/form.ts";
import { blockOf, filledIn, formView } from "../../../../src/platforms/slack/post/form-view.ts";
import { View } from "../../../../src/platforms/slack/receive/payloads.ts";
import { slackTextsFor } from "../../../../src/text/render/slack.ts";
import { viewProblem } from "../../../support/fake-slack/blocks.ts";
import { stateOf } from "../../../support/fake-slack/view-state.ts";
import { GENERAL } from "../../../support/commands.ts";

/** A form with a size, as Slack gets it. */
function shown(choices = ["1K", "2K"], value?: string) {
  const form: Form = {
    id: "command:imagine",
    title: "Make pictures",
    submit: "Make it",
    typed: "Type it.",
    fields: [
      {
        type: "choice",
        name: "size",
        label: "Size",
        choices: choices.map((one) => ({ value: one, label: one })),
        typed: { label: "Other size", hint: "Or type pixels." },
        ...(value === undefined ? {} : { value }),
      },
    ],
  };
  return formView(form, GENERAL, slackTextsFor("en"));
}

/** The same as a member filled it in. */
function filled(given: Parameters<typeof stateOf>[1], view = shown()) {
  const blocks = z.array(z.record(z.string(), z.unknown())).parse(view.blocks);
  const state = { values: stateOf({ ...view, blocks }, given) };
  return View.parse({ ...view, id: "V1", hash: "1", state });
}

describe("a choice in Slack that also accepts typed values", () => {
  it("has a second field with the rule", () => {
    expect(viewProblem(shown(), "modal")).toBeUndefined();
    expect(shown().blocks).toMatchObject([
      { label: { text: "Size" }, element: { type: "static_select" } },
      { label: { text: "Other size" }, hint: { text: "Or type pixels." }, optional: true },
    ]);
  });

  it.each([
    [{}, ""],
    [{ size: "2K" }, "2K"],
    [{ "size#typed": "800x640" }, "800x640"],
    [{ size: "2K", "size#typed": "800x640" }, "800x640"],
    [{ size: "2K", "size#typed": "  " }, "2K"],
  ])("%j is read as %j", (given, size) => {
    expect(filledIn(filled(given)).values).toEqual({ size });
  });

  it("shows a problem where the value was given", () => {
    const typed = filled({ "size#typed": "huge" });
    expect(blockOf(typed, "size")).toBe(typed.blocks[1]?.block_id);
    const chosen = filled({ size: "2K" });
    expect(blockOf(chosen, "size")).toBe(chosen.blocks[0]?.block_id);
  });

  it("has an empty second field once the typed value is among the choices", () => {
    const [before, after] = [filled({}), filled({}, shown(["800x640", "1K", "2K"], "800x640"))];
    expect(after.blocks[1]?.block_id).not.toBe(before.blocks[1]?.block_id);
    expect(filledIn(after).values).toEqual({ size: "800x640" });
  });
});
