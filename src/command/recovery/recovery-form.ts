import { createHash } from "node:crypto";
import type { ButtonEvent } from "../../core/chat/event.ts";
import { escapeText } from "../../core/chat/message.ts";
import {
  failureCode,
  planRecovery,
  type LeftOut,
  type RecoveryChoice,
  type RecoveryKind,
  type RecoveryPlan,
} from "../../core/job/recovery/plan.ts";
import type { Failures } from "../../core/job/recovery/recoveries.ts";
import { SUGGESTIONS } from "../../lib/limits.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { eventId } from "../event-id.ts";
import type { Invocation } from "../invocation.ts";
import type { OptionValues } from "../parse/parse.ts";
import { answer, type Reply } from "../reply.ts";
import { pickField } from "../setting/setting-fields.ts";
import type { SettingForm } from "../setting/setting.ts";
import { codeShown, sumsText } from "./describe-failures.ts";

/** How far back a recovery may look, in hours. */
const HOURS = [1, 3, 6, 12, 24, 72, 168] as const;
/** The initial value of the form and the view. */
export const RECENT_HOURS = 24;
const ANY = "any";
/**
 * Codes that can be choice values themselves: platforms limit a value's length and may trim it. Others are replaced by a digest.
 */
const SHORT_CODE = /^\S{1,60}$/u;
const LEFT_OUT = [
  "again",
  "hopeless",
  "uncertain",
  "refunded",
  "free",
  "more",
] as const satisfies readonly (keyof LeftOut)[];

/** The form to select failed requests. Submitting it only shows the numbers. */
export async function recoveryForm(
  kind: RecoveryKind,
  invocation: Invocation,
  context: CommandContext,
): Promise<SettingForm> {
  const { recoveries, keyring, texts } = context;
  const { recovery: say } = texts;
  const { organisationId } = await actingOf(invocation, context);
  const [keys, failures] = await Promise.all([
    keyring.list(organisationId),
    recoveries.failures(organisationId, Math.max(...HOURS)),
  ]);
  const used = new Set(failures.requests.flatMap(({ jobs }) => jobs.map(({ credentialId }) => credentialId)));
  const named = keys.filter(({ id }) => used.has(id)).slice(0, SUGGESTIONS - 1);
  const codes = [...new Set(failures.requests.flatMap(({ jobs }) => jobs.map(({ failure }) => failureCode(failure))))];
  const uncertain = [
    { value: "no", label: say.form.leaveOut },
    { value: "yes", label: say.form.include },
  ];
  return {
    kind: "form",
    title: say.form.title[kind],
    submit: say.form.submit,
    effect: say.form.effect,
    typed: say.form.typed,
    isNew: true,
    fields: [
      pickField(
        { name: "hours", label: say.form.hours, value: String(RECENT_HOURS), required: true },
        HOURS.map((hours) => ({ value: String(hours), label: say.span(hours) })),
      ),
      pickField({ name: "with_key", label: say.form.key, value: ANY, required: true }, [
        { value: ANY, label: say.form.anyKey },
        ...named.map(({ id, name }) => ({ value: id, label: name })),
      ]),
      pickField({ name: "code", label: say.form.code, value: ANY, required: true }, [
        { value: ANY, label: say.form.anyCode },
        ...codes.slice(0, SUGGESTIONS - 1).map((code) => ({ value: codeValue(code), label: code })),
      ]),
      ...(kind === "retry"
        ? [pickField({ name: "uncertain", label: say.form.uncertain, value: "no", required: true }, uncertain)]
        : []),
    ],
    apply: (options, asked) => askToRecover({ kind, ...readChoice(options, codes) }, asked, context),
  };
}

/** What a recovery is for. */
interface Wanted {
  readonly kind: RecoveryKind;
  readonly hours: number;
  readonly choice: RecoveryChoice;
}

/** The same question about what a confirmed recovery left for the next round. Undefined if it left nothing. */
export async function nextRecovery(
  wanted: Wanted,
  event: Pick<ButtonEvent, "key" | "actor" | "conversation">,
  context: CommandContext,
): Promise<Question | undefined> {
  const asked = await askToRecover(wanted, event, context);
  return asked.message.buttons ? asked : undefined;
}

type Question = Extract<Reply, { readonly kind: "answer" }>;

/** Says what a recovery would do, and asks to confirm exactly that. */
async function askToRecover(
  { kind, hours, choice }: Wanted,
  invocation: Pick<Invocation, "key" | "actor" | "conversation">,
  context: CommandContext,
): Promise<Question> {
  const { recoveries, keyring, texts } = context;
  const { organisationId } = await actingOf(invocation, context);
  const failures = await recoveries.failures(organisationId, hours);
  const plan = planRecovery(kind, failures.requests, choice);
  const key = (await keyring.list(organisationId)).find(({ id }) => id === choice.credentialId);
  const of = [
    texts.recovery.span(hours),
    ...(key ? [texts.recovery.withKey(escapeText(key.name))] : []),
    ...(choice.code === undefined ? [] : [codeShown(choice.code)]),
  ].join(", ");
  const { asks: say } = texts.recovery;
  const lines = [say.title[kind](of), ...planLines(kind, plan, failures, texts)];
  if (plan.items.length === 0) return answer(lines.join("\n"));
  const id = eventId(invocation.key, "recovery");
  const { items, sums } = plan;
  await recoveries.ask({
    id,
    organisationId,
    kind,
    hours,
    choice,
    items,
    sums,
    locale: invocation.actor.locale,
  });
  const label = say.confirm[kind](sums.requests);
  return {
    kind: "answer",
    message: {
      text: [...lines, say.before].join("\n"),
      buttons: [{ id: `recover:${id}`, label, style: kind === "retry" ? "danger" : "primary" }],
    },
  };
}

/** A unique, stable choice value for a code. Never equals `ANY`. */
function codeValue(code: string): string {
  if (SHORT_CODE.test(code)) return `=${code}`;
  return `#${createHash("sha256").update(code).digest("base64url")}`;
}

function readChoice(
  options: OptionValues,
  codes: readonly string[],
): { readonly hours: number; readonly choice: RecoveryChoice } {
  const hours = HOURS.find((one) => String(one) === String(options["hours"])) ?? RECENT_HOURS;
  const key = String(options["with_key"] ?? ANY);
  const given = String(options["code"] ?? ANY);
  const code = given === ANY ? undefined : (codes.find((one) => codeValue(one) === given) ?? given.slice(1));
  return {
    hours,
    choice: {
      ...(key === ANY ? {} : { credentialId: key }),
      ...(code === undefined ? {} : { code }),
      ...(options["uncertain"] === "yes" ? { uncertain: true } : {}),
    },
  };
}

function planLines(
  kind: RecoveryKind,
  { items, sums, leftOut }: RecoveryPlan,
  { open, isCut }: Failures,
  { recovery, ...texts }: Texts,
): readonly string[] {
  const { asks: say } = recovery;
  const all = sumsText(sums, { recovery, ...texts });
  return [
    items.length === 0 ? say.nothing[kind] : `• ${say.will[kind](all)}`,
    ...(kind === "retry" && sums.uncertain > 0 ? [`• ${say.uncertain(sums.uncertain)}`] : []),
    ...LEFT_OUT.filter((reason) => leftOut[reason] > 0).map((reason) => `• ${say.left[reason](leftOut[reason])}`),
    ...(open === 0 ? [] : [`• ${recovery.open(open)}`]),
    ...(isCut ? [recovery.cut] : []),
  ];
}
