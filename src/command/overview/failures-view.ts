import type { Message } from "../../core/chat/message.ts";
import { RECOVERY_KINDS } from "../../core/job/recovery/plan.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { groupLine, groupsOf, stateLines } from "../recovery/describe-failures.ts";
import { RECENT_HOURS } from "../recovery/recovery-form.ts";
import { settingButton } from "../setting/show-setting.ts";
import { fitted, subjectView, type Viewer } from "./view-parts.ts";

/** Reasons in the view. */
const SHOWN_REASONS = 12;
/** Confirmed refunds and retries in the view. */
const SHOWN_RECOVERIES = 5;
/** So that the whole view fits. */
const LATEST_CHARACTERS = 1_200;

/** The last day's failures by reason and key, with forms to retry or refund many requests, and the progress of recent ones. */
export async function failuresView(viewer: Viewer, context: CommandContext): Promise<Message> {
  const { recoveries, keyring, policies, texts } = context;
  const say = texts.recovery;
  const { organisationId } = await actingOf(viewer, context);
  const [failures, keys, latest, timeZone] = await Promise.all([
    recoveries.failures(organisationId, RECENT_HOURS),
    keyring.list(organisationId),
    recoveries.latest(organisationId, SHOWN_RECOVERIES),
    policies.timeZone(organisationId, viewer.conversation),
  ]);
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const groups = groupsOf(failures.requests);
  const lines = [
    ...groups.slice(0, SHOWN_REASONS).map((group) => groupLine(group, names, texts)),
    ...(groups.length > SHOWN_REASONS ? [say.moreReasons(groups.length - SHOWN_REASONS)] : []),
    ...(failures.open === 0 ? [] : [say.open(failures.open)]),
  ];
  const { locale } = viewer.actor;
  const shown = fitted(lines);
  const before = fitted(
    latest.flatMap((one) => stateLines(one, { texts, timeZone, locale })),
    LATEST_CHARACTERS,
  );
  return subjectView(
    "failures",
    {
      text: say.title(say.span(RECENT_HOURS)),
      sections: [
        {
          text: (lines.length === 0 ? [say.none] : shown.lines).join("\n"),
          facts: [...(failures.isCut ? [say.cut] : []), ...(shown.isCut ? [texts.overview.cut] : []), say.effect].join(
            " ",
          ),
          buttons: RECOVERY_KINDS.map((kind) =>
            settingButton({ name: "easel-admin quota refund" }, { key: kind, label: say.buttons[kind] }),
          ),
        },
        ...(latest.length === 0
          ? []
          : [
              {
                heading: say.latest,
                text: before.lines.join("\n"),
                ...(before.isCut ? { facts: texts.overview.cut } : {}),
              },
            ]),
      ],
    },
    { kind: "subject", subject: "failures" },
    viewer,
    texts,
  );
}
