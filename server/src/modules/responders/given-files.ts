import type { Log } from '../../platform/log.ts';
import { isSuccess } from '../../platform/outgoing/answers.ts';
import type { Outside } from '../../services/outside.ts';
import type { Said } from '../../services/reply.ts';
import type { Answer } from '../bot/turns.service.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Time } from './responder.ts';

interface FileDeps {
  outside: Outside;
  media: Pick<MediaService, 'take'>;
  log: Log;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** What a program says, ready to be sent: its files are fetched; one that cannot be had becomes its address. */
export async function fetchGiven(
  deps: FileDeps,
  companyId: number,
  said: readonly Said[],
  time: Time,
): Promise<Answer['said']> {
  const ready: Answer['said'][number][] = [];
  for (const one of said) {
    if (one.kind === 'text') ready.push({ text: one.text, file: null, delayMs: one.delayMs });
    else ready.push(await fetchOne(deps, companyId, one, time));
  }
  return ready;
}

async function fetchOne(
  { outside, media, log }: FileDeps,
  companyId: number,
  { url, as, caption, fileName, delayMs }: Extract<Said, { kind: 'file' }>,
  time: Time,
): Promise<Answer['said'][number]> {
  try {
    const timeoutMs = Math.min(time.left(), TIMEOUT_MS);
    const answer = await outside.http.send({
      method: 'GET',
      url,
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal: time.signal,
    });
    if (!isSuccess(answer)) throw new Error(`answered ${answer.status}`);
    const name = fileName || nameIn(url);
    const file = await media.take(companyId, { bytes: answer.bytes, name, voice: as === 'audio' });
    return { text: caption, file, delayMs };
  } catch (error) {
    log.info({ err: error, companyId }, 'a file of an integration was not fetched');
    return { text: [caption, url].filter(Boolean).join('\n'), file: null, delayMs };
  }
}

/** The last part of an address's path. */
const nameIn = (url: string) =>
  URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 100) : '';
