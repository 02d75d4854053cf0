import { encodeScope, ORGANISATION_SCOPE, placeScope, workspaceScope } from "../../core/account/policy/scope.ts";
import { escapeText, type Message, type Section } from "../../core/chat/message.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { pausedText } from "../policy/pausing.ts";
import { button, fitted, subjectView, type Viewer } from "./view-parts.ts";
import { PAUSED_PLACES } from "./view-id.ts";

/** Pauses of other places and of keys in the view. */
const SHOWN_ELSEWHERE = 20;

/** What is paused, with a button to pause or resume each place. `done`: the result of the last press. */
export async function pausesView(viewer: Viewer, context: CommandContext, done?: string): Promise<Message> {
  const { policies, texts } = context;
  const say = texts.overview.pauses;
  const { conversation, isDirect = false } = viewer;
  const acting = await actingOf(viewer, context);
  const pauses = await policies.pauses(acting.organisationId);
  const scopes = {
    channel: placeScope(conversation, isDirect),
    workspace: workspaceScope(conversation),
    organisation: ORGANISATION_SCOPE,
  };
  const shown = new Set(Object.values(scopes).map(encodeScope));
  const sections = PAUSED_PLACES.map((place): Section => {
    const pause = pauses.find(({ scope }) => encodeScope(scope) === encodeScope(scopes[place]));
    const what = say.places[place === "channel" && isDirect ? "direct" : place];
    const kind = pause ? "resume" : "pause";
    const one = button({ kind, place }, say[kind], pause ? "primary" : "danger");
    return {
      heading: what,
      text: pause ? say.isPaused(escapeText(pause.by)) : say.isRunning,
      // No confirmation for a channel: its pause affects fewer people and is easily undone.
      buttons: [
        pause || place === "channel"
          ? one
          : { ...one, confirm: { question: say.sure(texts.ruler[place]), yes: say.yes, no: say.no } },
      ],
    };
  });
  const others = pauses.filter(({ scope }) => !shown.has(encodeScope(scope)));
  const names = await Promise.all(
    others
      .slice(0, SHOWN_ELSEWHERE)
      .map(
        async ({ scope, by }) =>
          `• ${texts.overview.facts.paused(await pausedText(scope, viewer, acting, context), escapeText(by))}`,
      ),
  );
  const { lines, isCut } = fitted(names);
  const elsewhere = {
    heading: say.elsewhere,
    text: lines.join("\n"),
    ...(isCut || others.length > SHOWN_ELSEWHERE ? { facts: texts.overview.cut } : {}),
  };
  return subjectView(
    "pauses",
    {
      text: [...(done === undefined ? [] : [done]), say.effect].join("\n"),
      sections: [...sections, ...(others.length === 0 ? [] : [elsewhere])],
    },
    { kind: "subject", subject: "pauses" },
    viewer,
    texts,
  );
}
