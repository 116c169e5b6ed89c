import { z } from 'zod';
import { jsonOf, withoutSecret } from '../../platform/outgoing/answers.ts';
import type { OutsideRequest } from '../../platform/outgoing/http-client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Outside } from '../../services/outside.ts';

/** A refusal of Meta's. */
export class CloudError extends Error {
  /** Meta's own number of the error; 0 where it gave none. */
  readonly code: number;
  /** The HTTP status of the answer. */
  readonly status: number;

  constructor(code: number, status: number, message: string) {
    super(message);
    this.name = 'CloudError';
    this.code = code;
    this.status = status;
  }
}

const CALL_MS = 20_000;

/** Every call says which of Meta's messengers it is about. */
export const META = { messaging_product: 'whatsapp' };

const refused = z.object({
  error: z.object({
    code: z.number().catch(0),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});

/** Calls of Meta's API with one token. Each throws CloudError, or OutsideError when there was no answer. */
export type CloudCalls = ReturnType<typeof createCloudCalls>;

export function createCloudCalls({ http, addresses }: Outside, accessToken: string) {
  const authorization = { authorization: `Bearer ${accessToken}` };

  function refusalOf(answer: { status: number; bytes: Buffer }): CloudError {
    const { code, message, error_data } = refused.safeParse(jsonOf(answer)).data?.error ?? {
      code: 0,
      message: '',
    };
    const words = [message, error_data?.details].filter(Boolean).join(': ');
    return new CloudError(
      code,
      answer.status,
      withoutSecret(`${answer.status} ${code} ${words}`, accessToken),
    );
  }

  async function ask<S extends z.ZodType>(
    path: string,
    { headers, timeoutMs = CALL_MS, ...request }: Partial<OutsideRequest>,
    result: S,
  ): Promise<z.output<S>> {
    const answer = await http.send({
      method: 'GET',
      url: `${addresses.meta}/${path}`,
      headers: { ...authorization, ...headers },
      timeoutMs,
      ...request,
    });
    if (refused.safeParse(jsonOf(answer)).success || (answer.status >= 400 && answer.status < 500))
      throw refusalOf(answer);
    const read = answer.status < 300 ? result.safeParse(jsonOf(answer)) : null;
    // A proxy between us, or Meta in trouble: what was asked may have been done.
    if (!read?.success)
      throw new OutsideError('unknown', `${path.split('?')[0]}: an answer that nobody understands`, {
        status: answer.status,
      });
    return read.data;
  }

  const send = <S extends z.ZodType>(method: 'POST' | 'DELETE', path: string, body: object, result: S) =>
    ask(
      path,
      { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...META, ...body }) },
      result,
    );

  return { authorization, ask, send };
}
