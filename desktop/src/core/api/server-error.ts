import { AppError, type ErrorCode, type ErrorParams, isErrorCode } from '@balcao/shared/errors.ts';
import { z } from 'zod';

/**
 * An error that the server answered. `requestId` finds it in the server's log; `text` is its text for a code that is
 * unknown here.
 */
export class ServerError extends AppError {
  readonly requestId: string | undefined;
  readonly text: string | undefined;
  /** All that was answered: some refusals give something all the same. */
  readonly answer: unknown;

  constructor(
    code: ErrorCode,
    params: ErrorParams,
    details: { requestId?: string; text?: string; answer?: unknown },
  ) {
    super(code, params);
    this.name = 'ServerError';
    this.requestId = details.requestId;
    this.text = details.text;
    this.answer = details.answer;
  }
}

const errorBody = z.object({
  error: z.string(),
  message: z.string().max(500).optional(),
  requestId: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/**
 * Reads an answer that is not a success. What is not our error shape comes from something between us and the server
 * (a captive portal, a proxy): ERR_SERVER_UNREACHABLE. A code of a newer server becomes ERR_INTERNAL with its
 * own words.
 */
export async function readError(response: Response): Promise<AppError> {
  const answer = await readJson(response);
  const body = errorBody.safeParse(answer);
  if (!body.success) return unreachable(`status ${response.status} without our error body`);
  const { error, params, requestId, message } = body.data;
  const id = requestId === undefined ? {} : { requestId };
  if (isErrorCode(error)) return new ServerError(error, params ?? {}, { ...id, answer });
  return new ServerError('ERR_INTERNAL', {}, { ...id, text: message ?? error });
}

/** The body, or undefined when it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function unreachable(message: string, cause?: unknown): AppError {
  return new AppError('ERR_SERVER_UNREACHABLE', {}, { message, cause });
}
