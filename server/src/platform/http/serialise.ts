import { z } from 'zod';

/**
 * The JSON schema from which Fastify compiles the serialiser of an answer. Fields that the contract does not name are
 * never written. OpenAPI's `nullable` and not a choice between types: choices are validated for every value.
 */
export function answerSchema(schema: z.ZodType): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  return json as Record<string, unknown>;
}
