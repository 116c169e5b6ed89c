import { AppError, type ErrorCode, type ErrorParams, isErrorCode } from '@balcao/shared/errors.ts';
import { z } from 'zod';

/** An error that the server answered. `requestId` finds it in the server's log. */
class ServerError extends AppError {
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, params: ErrorParams, requestId: string | undefined) {
    super(code, params);
    this.name = 'ServerError';
    this.requestId = requestId;
  }
}

const errorBody = z.object({
  error: z.string(),
  requestId: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/**
 * Reads an answer that is not a success. What is not our error shape comes from something between us and the server
 * (a captive portal, a proxy): ERR_SERVER_UNREACHABLE. A code of a newer server becomes ERR_INTERNAL.
 */
export async function readError(response: Response): Promise<AppError> {
  const body = errorBody.safeParse(await readJson(response));
  if (!body.success) return unreachable(`status ${response.status} without our error body`);
  const { error, params, requestId } = body.data;
  return new ServerError(isErrorCode(error) ? error : 'ERR_INTERNAL', params ?? {}, requestId);
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
