import type { FastifyInstance } from "fastify";
import { addPath } from "../route.ts";
import { paths } from "./paths.ts";
import { componentSchemas } from "./schemas.ts";

/** The OpenAPI 3.1 description of all answers, from the schemas that the routes use. */
function openApiDocument(): Readonly<Record<string, unknown>> {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sandbox gateway",
      version: "1.1.0",
      description: "Unified video generation and asynchronous image generation, as the sandbox speaks them.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    tags: ["images", "compatible images", "videos", "sandbox"].map((name) => ({ name })),
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        control: { type: "http", scheme: "bearer", description: "The sandbox's own secret, if it has one" },
      },
    },
  };
}

/** `GET /openapi.json`, for everyone. */
export function addDescriptionRoute(app: FastifyInstance): void {
  let text: string | undefined;
  addPath(app, "/openapi.json", {
    GET: async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument());
      return reply.type("application/json; charset=utf-8").send(text);
    },
  });
}
