import { AppError, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from '../db/errors.ts';
import { readErrorTexts } from '../error-texts.ts';

/** Where a field of the input is wrong, and how: `{ location: 'body.email', code: 'too_small' }`. */
export interface InputProblem {
  location: string;
  code: string;
}

export class InputError extends AppError {
  readonly problems: InputProblem[];
  constructor(problems: InputProblem[]) {
    super('ERR_VALIDATION');
    this.problems = problems;
  }
}

/** A refusal that gives something all the same: these fields stand beside its code. */
export class RefusalWithAnswer extends AppError {
  readonly answer: object;
  constructor({ code, params }: AppError, answer: object) {
    super(code, params);
    this.answer = answer;
  }
}

/** What Fastify itself refuses, in the catalogue's words. */
const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'ERR_BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'ERR_MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'ERR_MALFORMED_JSON',
  FST_ERR_HANDLER_TIMEOUT: 'ERR_UNAVAILABLE',
};

/** Every failure of a request becomes one shape: a code of the catalogue and a sentence, never a stack. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = classify(error);
    report(request, known, error);
    return send(request, reply, known);
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, new AppError('ERR_NOT_FOUND')));
}

/** For requests that never reach a route, for example addresses that cannot be decoded. */
export function sendFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void send(request, reply, classify(error));
}

/** The catalogue's word for a failure. */
export const codeOf = (error: unknown): ErrorCode => classify(error).code;

function classify(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode, name } = error as { code?: string; statusCode?: number; name?: string };
  const framework = code === undefined ? undefined : FRAMEWORK[code];
  if (framework) return new AppError(framework, {}, { cause: error });
  if (statusCode === 400 && name === 'SyntaxError') return new AppError('ERR_MALFORMED_JSON');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('ERR_VALIDATION');
  return toAppError(error);
}

function report(request: FastifyRequest, known: AppError, error: unknown): void {
  // A caller that goes away in the middle of a request is not an error of ours.
  if (known.status < 500 || request.socket.destroyed) return;
  if (known.code === 'ERR_INTERNAL') request.log.error({ err: error }, 'request failed');
  else request.log.warn({ err: error, code: known.code }, 'request refused');
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.code === 'ERR_TOO_MANY_REQUESTS') reply.header('retry-after', error.params.seconds ?? 1);
  if (error.code === 'ERR_UNAVAILABLE') reply.header('retry-after', 1);
  return reply.code(error.status).send({
    error: error.code,
    message: sentence(error.code, error.params),
    requestId: request.id,
    ...(error instanceof InputError ? { details: error.problems } : {}),
    ...(Object.keys(error.params).length > 0 ? { params: error.params } : {}),
    ...(error instanceof RefusalWithAnswer ? error.answer : {}),
  });
}

const SENTENCES: Record<string, string> = readErrorTexts('en');

/** English, for whoever reads an answer by eye; consoles translate the code. */
function sentence(code: ErrorCode, params: ErrorParams): string {
  const form = params.name ? '_named' : params.date ? '_dated' : params.limit ? '_limited' : '';
  const template = SENTENCES[code + form] ?? SENTENCES[code] ?? code;
  return template.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => String(params[key] ?? whole));
}
