import { z } from 'zod';
import { jsonOf, withoutSecret } from '../../platform/outgoing/answers.ts';
import { formWith, type UploadedFile } from '../../platform/outgoing/form.ts';
import type { OutsideRequest } from '../../platform/outgoing/http-client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Outside } from '../../services/outside.ts';

/** A refusal of the Bot API. */
export class TelegramError extends Error {
  /** A number like an HTTP status. */
  readonly code: number;
  /** Milliseconds to be left alone; null: it did not say. */
  readonly waitMs: number | null;

  constructor(code: number, message: string, waitMs: number | null) {
    super(message);
    this.name = 'TelegramError';
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** The Bot API of one bot. Every call throws TelegramError, or OutsideError when there was no answer. */
export interface TelegramApi {
  call<S extends z.ZodType>(
    method: string,
    params: object,
    result: S,
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<z.output<S>>;
  /** The same with a file, which stands in the field of this name. */
  upload<S extends z.ZodType>(
    method: string,
    params: object,
    file: UploadedFile,
    result: S,
  ): Promise<z.output<S>>;
  /** A file of Telegram by its id. */
  openFile(fileId: string): Promise<AsyncIterable<Uint8Array>>;
}

const CALL_MS = 20_000;
const UPLOAD_MS = 120_000;
/** Telegram's own servers give 20 MB, a company's own more; what is kept of it is the storage's to limit. */
const MAX_FILE_BYTES = 2 * 1024 ** 3;
/** A hundred updates, each with a long text and its entities. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const answered = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.number(),
    description: z.string().catch(''),
    parameters: z.object({ retry_after: z.number().optional() }).optional().catch(undefined),
  }),
]);

export function openTelegram({ http, addresses }: Outside, token: string): TelegramApi {
  /** The token is a part of every address: no error may carry one. */
  const hidden = (text: string) => withoutSecret(text, token);

  async function ask<S extends z.ZodType>(
    method: string,
    request: Omit<OutsideRequest, 'method' | 'url' | 'maxBytes'>,
    result: S,
  ): Promise<z.output<S>> {
    const url = `${addresses.telegram}/bot${token}/${method}`;
    const answer = await http.send({ method: 'POST', url, maxBytes: MAX_ANSWER_BYTES, ...request });
    const said = answered.safeParse(jsonOf(answer)).data;
    if (said?.ok === false) {
      const { error_code, description, parameters } = said;
      const seconds = parameters?.retry_after;
      throw new TelegramError(
        error_code,
        hidden(description),
        seconds === undefined ? null : seconds * 1_000,
      );
    }
    const read = said ? result.safeParse(said.result) : null;
    // A proxy between us, or Telegram in trouble: what was asked may have been done.
    if (!read?.success)
      throw new OutsideError('unknown', `${method}: an answer that nobody understands`, {
        status: answer.status,
      });
    return read.data;
  }

  return {
    call: (method, params, result, { timeoutMs = CALL_MS, signal } = {}) =>
      ask(
        method,
        {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(params),
          timeoutMs,
          signal,
        },
        result,
      ),
    upload(method, params, file, result) {
      return ask(method, { ...formWith(params, file), timeoutMs: UPLOAD_MS }, result);
    },
    async openFile(fileId) {
      const method = 'getFile';
      const params = { body: JSON.stringify({ file_id: fileId }), timeoutMs: CALL_MS };
      const headers = { 'content-type': 'application/json' };
      const { file_path: path } = await ask(
        method,
        { headers, ...params },
        z.object({ file_path: z.string() }),
      );
      const url = `${addresses.telegram}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const answer = await http.open({ method: 'GET', url, timeoutMs: UPLOAD_MS, maxBytes: MAX_FILE_BYTES });
      if (answer.status === 200) return answer.bytes;
      // A generator that was never begun ends nothing.
      for await (const _chunk of answer.bytes) break;
      throw new TelegramError(answer.status, 'the file is not there', null);
    },
  };
}
