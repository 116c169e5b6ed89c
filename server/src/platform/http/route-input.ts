import { Readable } from 'node:stream';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { bytesOf } from './body.ts';
import { InputError } from './errors.ts';
import type { Form } from './form.ts';

export function parseInput(contract: RouteContract, request: FastifyRequest, form: Form | undefined) {
  const problems: InputError['problems'] = [];
  const parse = (place: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    const parsed = schema?.safeParse(value);
    if (!parsed || parsed.success) return parsed?.data;
    for (const issue of parsed.error.issues)
      for (const path of pathsOf(issue))
        problems.push({ location: [place, ...path.map(String)].join('.'), code: issue.code });
    return undefined;
  };
  const input = {
    params: parse('params', contract.params, request.params),
    query: parse('query', contract.query, request.query),
    body: parse('body', contract.body, form ? form.fields : request.body),
  };
  if (problems.length > 0) throw new InputError(problems.slice(0, MAX_PROBLEMS));
  return input;
}

/** What is sent by the thousand is not said back by the thousand. */
const MAX_PROBLEMS = 20;

/** The places of an issue; fields that nobody knows are named one by one. */
const pathsOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/** A request without a body is a file of no bytes. */
export const bodyOf = (request: FastifyRequest): Readable =>
  request.body instanceof Readable ? request.body : Readable.from([]);

/** Hands the body to the handler unread, whatever its type says. */
export function acceptBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, bytesOf(payload)));
  return scope;
}

/** Hands a form to the handler unread; anything else is parsed as everywhere. */
export function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) =>
    done(null, bytesOf(payload)),
  );
  return scope;
}
