import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFormId } from "../../../src/command/form/form-id.ts";
import { LISTS } from "../../../src/command/overview/list-view.ts";
import { overviewPressId, SUBJECTS } from "../../../src/command/overview/view-id.ts";
import type { Form } from "../../../src/core/chat/form.ts";
import { pressable } from "../../../src/core/chat/message.ts";
import type { Capabilities } from "../../../src/core/chat/platform.ts";
import { LOCALES, type Locale } from "../../../src/lib/locale.ts";
import { modalFor } from "../../../src/platforms/discord/post/form-view.ts";
import { formView } from "../../../src/platforms/slack/post/form-view.ts";
import { slackTextsFor } from "../../../src/text/render/slack.ts";
import { aCommand, ADA, aPress, GENERAL } from "../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";
import { Modal } from "../../support/fake-discord/schema.ts";
import { viewProblem } from "../../support/fake-slack/blocks.ts";
import { LONG_TENANTS, setUpLongTenant, shownBy, type LongTenant } from "../../support/long-tenant.ts";

/** Every form that an admin can open, on a platform with these capabilities. */
async function allForms(tenant: LongTenant, locale: Locale, capabilities: Partial<Capabilities>): Promise<Form[]> {
  const here = setUpLongTenant(tenant);
  Object.assign(here.world.platform.capabilities, capabilities);
  const actor = { ...ADA, locale };
  const subjects = SUBJECTS.map((subject) => overviewPressId({ kind: "subject", subject }));
  const groups = here.groups.slice(0, 2).map(({ id }) => overviewPressId({ kind: "group", groupId: id }));
  const buttons = new Set<string>();
  for (const id of [overviewPressId({ kind: "home" }), ...subjects, ...groups]) {
    await here.send(aPress(id, { actor }));
    for (const one of pressable(shownBy(here))) if (readFormId(one)) buttons.add(one);
  }
  const runs = Object.values(LISTS).flatMap((list) => list.runs);
  for (const run of runs) buttons.add(overviewPressId({ kind: "run", run }));
  for (const id of buttons) await here.send(aPress(id, { actor }));
  for (const message of [...here.responder.answers, ...here.responder.closings]) {
    const opens = pressable(message).filter((id) => readFormId(id) && !buttons.has(id));
    for (const id of opens) {
      buttons.add(id);
      await here.send(aPress(id, { actor }));
    }
  }
  for (const command of ["imagine", "edit", "video"]) await here.send(aCommand(command, {}, actor));
  const batch = aBatch({ request: aRequest({ prompt: tenant.name.repeat(80) || "x" }), requesterId: ADA.userId });
  here.world.know(batch, [aJob({ state: "failed" })], { posts: { result: "m-1" } });
  await here.send(aPress(`change:${batch.id}`, { actor }));
  return [...here.responder.forms];
}

describe("every form", () => {
  const discord = { formFields: 5, memberMenu: { max: 5 }, optionsAreFields: true as const };

  it.each(LOCALES)("fits Discord in %s, whatever names people chose", async (locale) => {
    await fc.assert(
      fc.asyncProperty(LONG_TENANTS, async (tenant) => {
        const forms = await allForms(tenant, locale, discord);
        expect(new Set(forms.map(({ id }) => id)).size).toBeGreaterThan(15);
        for (const form of forms)
          expect([form.id, Modal.safeParse(modalFor(form)).error]).toEqual([form.id, undefined]);
      }),
      { numRuns: 5 },
    );
  });

  it.each(LOCALES)("fits Slack in %s, whatever names people chose", async (locale) => {
    await fc.assert(
      fc.asyncProperty(LONG_TENANTS, async (tenant) => {
        for (const form of await allForms(tenant, locale, {})) {
          const view = formView(form, GENERAL, slackTextsFor(locale), { opening: "opening" });
          expect([form.id, viewProblem(view, "modal")]).toEqual([form.id, undefined]);
        }
      }),
      { numRuns: 5 },
    );
  });
});
