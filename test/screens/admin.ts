import { overviewPressId } from "../../src/command/overview/view-id.ts";
import type { Form } from "../../src/core/chat/form.ts";
import { pressable, type Message } from "../../src/core/chat/message.ts";
import type { Locale } from "../../src/lib/locale.ts";
import { aCommand, ADA, aPress, MAX } from "../support/commands.ts";
import { setUpDispatch } from "../support/dispatching.ts";
import { setUpLongTenant, shownBy } from "../support/long-tenant.ts";

const TENANT = { many: 3, name: "Studio ", quotas: 3, amount: 500 };

/** The overview, some of its subjects, and a member's usage, by name. */
export async function adminViewsIn(locale: Locale): Promise<Readonly<Record<string, Message>>> {
  const here = setUpLongTenant(TENANT);
  const views: Record<string, Message> = {};
  const presses = { overview: { kind: "home" }, rules: { kind: "subject", subject: "channel" } } as const;
  for (const [name, press] of Object.entries(presses)) {
    await here.send(aPress(overviewPressId(press), { actor: { ...ADA, locale } }));
    views[name] = shownBy(here);
  }
  await here.send({ ...aCommand("usage", {}, { ...MAX, locale }), showsNoFiles: true });
  views["usage"] = here.responder.answers.at(-1) ?? { text: "" };
  return views;
}

/** The forms of the setup and of a request, by name. */
export async function formsIn(locale: Locale): Promise<Readonly<Record<string, Form>>> {
  const here = setUpLongTenant(TENANT);
  await here.send(aPress(overviewPressId({ kind: "home" }), { actor: { ...ADA, locale } }));
  const setup = pressable(shownBy(here)).find((id) => id.startsWith("set:")) ?? "";
  await here.send(aPress(setup, { actor: { ...ADA, locale } }));
  const member = setUpDispatch();
  await member.send(aCommand("imagine", {}, { ...MAX, locale }));
  const [first] = here.responder.forms;
  const [second] = member.responder.forms;
  if (!first || !second) throw new Error("a form did not open");
  return { setup: first, imagine: second };
}
