import { z } from "zod";
import { expect, it } from "vitest";
import type { Form } from "../../../../src/core/chat/form.ts";
import { offeredTypes } from "../../../../src/media/file-type.ts";
import { formView } from "../../../../src/platforms/slack/post/form-view.ts";
import { slackTextsFor } from "../../../../src/text/render/slack.ts";
import { GENERAL } from "../../../support/commands.ts";

/** The extensions that Slack's picker offers for a kind of file. */
function picked(accept: "image" | "video" | "audio"): string[] {
  const fields = [{ type: "files", name: "files", label: "Files", accept, max: 10 }] as const;
  const form: Form = { id: "command:imagine", title: "Make pictures", submit: "Make it", typed: "", fields };
  const [block] = formView(form, GENERAL, slackTextsFor("en")).blocks;
  return z.object({ element: z.object({ filetypes: z.array(z.string()) }) }).parse(block).element.filetypes;
}

it.each(["image", "video", "audio"] as const)("Slack's picker offers only usable files as %s", (kind) => {
  const offered = offeredTypes([kind]).flatMap(({ extensions }) => extensions);
  expect(picked(kind)).not.toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(picked(kind)));
});
