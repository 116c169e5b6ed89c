import { errorCode } from '@balcao/shared/contract/fields.ts';
import type { NamedRoute } from '@balcao/shared/routes.ts';
import { z } from 'zod';
import { readComments } from './comments.ts';
import type { JsonSchema } from './json-schema.ts';
import { MODELS } from './models.ts';
import { capital, dashed } from './words.ts';

/** The schemas of contracts as OpenAPI has them: JSON Schema 2020-12, with a name for everything that is answered. */

export const refTo = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }) => {
    const schema: JsonSchema = jsonSchema;
    if (zodSchema === errorCode) schema.type = 'string';
    const [only, ...others] = schema.anyOf ?? [];
    if (only && others.length === 0) Object.assign(schema, { anyOf: undefined, ...only });
    // What a format says as well, at length.
    if (schema.format) delete schema.pattern;
    // The bounds of every number in JavaScript tell nobody anything.
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  },
} as const;

/** What a caller may send. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { ...OPTIONS, io: 'input' });
  return described as JsonSchema;
}

/** What is answered. */
export interface Answers {
  components: Record<string, JsonSchema>;
  /** @throws Error for a schema that was not described */
  refTo(schema: z.ZodType): { $ref: string };
}

/** Every model, and every answer that is not one of them. @throws Error for two schemas of one name */
export function describeAnswers(routes: readonly NamedRoute[]): Answers {
  const registry = z.registry<{ id: string }>();
  const described = new Map<z.ZodType, { name: string; file: string }>();
  const add = (name: string, schema: z.ZodType, file: string) => {
    if (described.has(schema)) return;
    described.set(schema, { name, file });
    registry.add(schema, { id: name });
  };
  for (const { name, schema, file } of MODELS) add(name, schema, file);
  for (const { name, area, contract } of routes)
    if (contract.response) add(`${capital(name)}Answer`, contract.response, `api/${dashed(area)}.ts`);

  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, io: 'output', uri: (name) => refTo(name).$ref });
  const components = [...described.values()].map(({ name, file }) => {
    const {
      $schema: _dialect,
      $id: _address,
      id: _name,
      ...schema
    } = schemas[name] as Record<string, unknown>;
    return [name, readComments(file).describe(open(schema))];
  });
  return {
    components: Object.fromEntries(components),
    refTo(schema) {
      const known = described.get(schema);
      if (!known) throw new Error('an answer that was not described');
      return refTo(known.name);
    },
  };
}

/** Answers may get more fields: a program that refused what it does not know would break on a newer server. */
function open(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type === 'object' && value.additionalProperties === false) delete value.additionalProperties;
    return value;
  });
}
