import { userSubmission } from "../../contract/index.ts";
import { fastify } from "fastify";
import { listening, type Listening } from "../listening.ts";

const body = {
  type: "object",
  required: ["id", "date"],
  properties: {
    id: { type: "integer" },
    date: { type: "string", format: "date-time" },
  },
};

/** The endpoint as commonly written with Fastify. */
export async function startFastify(): Promise<Listening> {
  const app = fastify();

  app.post<{ Body: { id: number; date: string } }>(
    userSubmission.path,
    { schema: { body } },
    async (request, reply) => {
      const { id, date } = request.body;
      return reply.code(201).send({ id, date });
    },
  );

  await app.ready();
  return listening(app.server);
}
