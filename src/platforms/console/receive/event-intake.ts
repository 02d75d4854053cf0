import { EaselError } from "../../../lib/errors.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type {
  ChatEvent,
  CostQuery,
  Handlers,
  ModelsQuery,
  ReformQuery,
  SuggestionQuery,
} from "../../../core/chat/event.ts";
import type { ComparedModels } from "../../../core/chat/model-facts.ts";
import type { Form, Suggestion } from "../../../core/chat/form.ts";
import { responderFor, type AnswerDeps, type Shown } from "../post/answers.ts";
import type { PersonId } from "../api/people.ts";

/** The handler accepted nothing, so the same event must be sent again. */
export class NotAcceptedError extends EaselError {
  constructor(cause: unknown) {
    super("not_taken", "the event was not accepted", { retryable: true, cause });
  }
}

/** Passes events to the handlers and tracks those in progress. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Stops accepting events. Resolves when the last handler has returned. */
  close(): Promise<void>;
  /** Resolves when the event is committed or answered. Rejects with `NotAcceptedError` if nothing was accepted. */
  take(event: ChatEvent, person: PersonId): Promise<Shown>;
  suggest(query: SuggestionQuery): Promise<readonly Suggestion[]>;
  reform(query: ReformQuery): Promise<Form | undefined>;
  models(query: ModelsQuery): Promise<ComparedModels | undefined>;
  cost(query: CostQuery): Promise<string | undefined>;
}

export function createIntake(deps: AnswerDeps): Intake {
  let handlers: Handlers | undefined;
  const running = new Set<Promise<void>>();

  return {
    open(next) {
      handlers = next;
    },
    async close() {
      handlers = undefined;
      await Promise.allSettled(running);
    },
    async take(event, person) {
      if (!handlers) throw new PlatformError("unavailable", "the Console is not accepting events");
      let outcome: Shown = {};
      const show = (next: Shown): void => {
        outcome = next;
      };
      const run = handlers.event(event, responderFor(deps, event, person, show));
      running.add(run);
      try {
        await run;
      } catch (error) {
        throw new NotAcceptedError(error);
      } finally {
        running.delete(run);
      }
      return outcome;
    },
    suggest: async (query) => (await handlers?.suggest(query)) ?? [],
    reform: async (query) => handlers?.reform(query),
    models: async (query) => handlers?.models(query),
    cost: async (query) => handlers?.cost(query),
  };
}
