import type { ConsoleRoutesDeps } from "./deps.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { actorOf } from "../people/actor.ts";
import { NewForm, ReformedView, ReformQueryView, SuggestionsView, SuggestQueryView, Taken } from "../api/api.ts";
import { CostQueryView, CostView } from "../api/cost.ts";
import { ModelsQueryView, ModelsView } from "../api/models.ts";
import { answerAccepted, fail } from "./failure-response.ts";
import { formView } from "../post/form-view.ts";
import { conversationOf } from "../people/places.ts";
import { receiveForm } from "../receive/receive-forms.ts";
import { paced } from "./rate-limited.ts";

/**
 * Routes for submitted forms, and for suggestions, changed fields, models and costs while a form or command is being filled in.
 */
export function addFormRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post("/api/forms", { schema: { body: NewForm, response: { 200: Taken } } }, async ({ body }, reply) => {
    const characters = JSON.stringify(body.values).length;
    return answerAccepted(reply, await paced(deps, body, `form:${body.id}`, characters, () => receiveForm(deps, body)));
  });

  server.post(
    "/api/forms/reshaped",
    { schema: { body: ReformQueryView, response: { 200: ReformedView } } },
    async ({ body }) => {
      const { channel, as: person, locale, form, values } = body;
      // Over the limit, the page keeps its form unchanged.
      if (!deps.pace.look(person)) return {};
      const conversation = conversationOf(channel);
      const reshaped = await deps.intake.reform({ conversation, actor: actorOf(person, locale), form, values });
      return reshaped ? { form: await formView(reshaped, deps) } : {};
    },
  );

  server.post(
    "/api/suggestions",
    { schema: { body: SuggestQueryView, response: { 200: SuggestionsView } } },
    async ({ body }) => {
      const { channel, as: person, locale, ...typing } = body;
      if (!deps.pace.look(person)) return { suggestions: [] };
      const conversation = conversationOf(channel);
      const suggestions = await deps.intake.suggest({ conversation, actor: actorOf(person, locale), ...typing });
      return { suggestions: suggestions.map(({ value, label }) => ({ value, label })) };
    },
  );

  server.post("/api/costs", { schema: { body: CostQueryView, response: { 200: CostView } } }, async ({ body }) => {
    const { channel, as: person, locale, asked, files } = body;
    // Counts as an action, because it reads the person's quotas. Over the limit, the page shows no cost.
    if (!deps.pace.act(person, "cost", 0)) return {};
    const conversation = conversationOf(channel);
    const cost = await deps.intake.cost({ conversation, actor: actorOf(person, locale), asked, files });
    return cost === undefined ? {} : { cost };
  });

  server.get(
    "/api/models",
    { schema: { querystring: ModelsQueryView, response: { 200: ModelsView } } },
    async ({ query: { channel, as: person, locale } }, reply) => {
      if (!deps.pace.look(person)) {
        return fail(reply, 409, "too_many_looks", deps.texts(locale).consoleRoom.tooManyLooks);
      }
      const conversation = conversationOf(channel);
      const compared = await deps.intake.models({ conversation, actor: actorOf(person, locale) });
      if (!compared) return fail(reply, 503, "unavailable", "The models can't be listed right now.");
      reply.header("cache-control", "no-store");
      const models = compared.models.map((model) => ({ ...model, facts: model.facts.map((fact) => ({ ...fact })) }));
      return { models, notes: [...compared.notes] };
    },
  );
}
