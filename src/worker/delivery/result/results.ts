import type { FastifyPluginAsync } from "fastify";
import { createPlanAttachments, type PlanAttachments, type PlanAttachmentsContext } from "./fit-attachments.ts";
import { type Base, createResultLinks } from "./result-links.ts";
import { createResultRoutes } from "./result-page.ts";
import { createResultTokens } from "./result-token.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { DeliveryStore } from "../../../core/delivery/delivery-store.ts";

/** How results go out where they can't go out as they were made, and the pages that they are linked by. */
export interface Results {
  readonly planAttachments: PlanAttachments;
  readonly routes: FastifyPluginAsync;
}

export interface ResultsContext extends Omit<PlanAttachmentsContext, "links"> {
  readonly store: Pick<DeliveryStore, "view">;
  readonly clock: Clock;
  /** The instance's; a key of its own is derived from it. */
  readonly secretKey: string;
  /** How long a link is good, in milliseconds. */
  readonly lifeMs: number;
  /** Undefined until it is known. */
  readonly base: () => Base | undefined;
}

export function createResults(context: ResultsContext): Results {
  const tokens = createResultTokens(context.secretKey);
  return {
    planAttachments: createPlanAttachments({ ...context, links: createResultLinks({ ...context, tokens }) }),
    routes: createResultRoutes({ ...context, tokens }),
  };
}
