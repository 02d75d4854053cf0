import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { actorOf } from "../people/actor.ts";
import { NewForm, ReformedView, ReformQueryView, SuggestionsView, SuggestQueryView, Taken } from "../api/api.ts";
import { answerTaken } from "./failure.ts";
import { formView } from "../post/form-view.ts";
import { conversationOf } from "../people/places.ts";
import { receiveForm } from "../receive/receive-forms.ts";
import { paced } from "./paced.ts";

/** Routes for submitted forms, and for suggestions and changes while something is filled in. */
export function addFormRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post("/api/forms", { schema: { body: NewForm, response: { 200: Taken } } }, async ({ body }, reply) => {
    const characters = JSON.stringify(body.values).length;
    return answerTaken(reply, await paced(deps, body, `form:${body.id}`, characters, () => receiveForm(deps, body)));
  });

  server.post(
    "/api/forms/reshaped",
    { schema: { body: ReformQueryView, response: { 200: ReformedView } } },
    async ({ body }) => {
      const { channel, as: person, locale, form, values } = body;
      const conversation = conversationOf(channel);
      const reshaped = await deps.intake.reform({ conversation, actor: actorOf(person, locale), form, values });
      return reshaped ? { form: await formView(reshaped, deps.messages) } : {};
    },
  );

  server.post(
    "/api/suggestions",
    { schema: { body: SuggestQueryView, response: { 200: SuggestionsView } } },
    async ({ body }) => {
      const { channel, as: person, locale, ...typing } = body;
      const conversation = conversationOf(channel);
      const suggestions = await deps.intake.suggest({ conversation, actor: actorOf(person, locale), ...typing });
      return { suggestions: suggestions.map(({ value, label }) => ({ value, label })) };
    },
  );
}
