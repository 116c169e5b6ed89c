import { z } from 'zod';

/** What restricts a value and does not say how it is written. */
const RESTRICTIONS = [
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
];

/**
 * The JSON schema from which Fastify compiles the serialiser of an answer. Fields that the contract does not name are
 * never written. OpenAPI's `nullable` and not a choice between types: choices are validated for every value.
 */
export function answerSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const name of RESTRICTIONS) delete (jsonSchema as Record<string, unknown>)[name];
    },
  });
}
