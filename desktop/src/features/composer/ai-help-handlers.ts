import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AppError, isErrorCode } from '@balcao/shared/errors.ts';
import { askForHelp, type HelpGiven, type HelpLine } from '@balcao/shared/features/agent-help/calls.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { unreachable } from '../../core/api/server-error.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** The server gives an AI up before this, and says so; the screen gives the core up after it. */
const DEADLINE_MS = 50_000;

type Services = Pick<CoreServices, 'session' | 'syncStatus' | 'events'>;

/** What the AI writes beside the agent goes on to the screen word by word. */
export function aiHelpHandlers({ session, syncStatus, events }: Services) {
  const asked = new Map<string, AbortController>();
  return {
    'agentHelp.ask': async ({ askId, ticketId, wanted }) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const cancelled = new AbortController();
      asked.set(askId, cancelled);
      try {
        const signal = AbortSignal.any([cancelled.signal, AbortSignal.timeout(DEADLINE_MS)]);
        const input = { params: { ticketId }, body: wanted };
        const answer = await session.api.open(askForHelp, input, signal);
        return await listen(answer, (words) => events.emit('agentHelp.words', { askId, words }));
      } finally {
        asked.delete(askId);
      }
    },
    'agentHelp.cancel': ({ askId }) => {
      asked.get(askId)?.abort();
      return null;
    },
  } satisfies Partial<Handlers>;
}

/** @throws AppError with the server's code; ERR_SERVER_UNREACHABLE where the answer has no end */
async function listen({ body }: Response, onWords: (words: string) => void): Promise<HelpGiven> {
  const input = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  // Whoever has heard enough must not fall over a line that breaks afterwards.
  input.on('error', () => {});
  const lines = createInterface({ input });
  try {
    for await (const text of lines) {
      const line = askForHelp.lines.parse(JSON.parse(text)) as HelpLine;
      if ('given' in line) return line.given;
      if ('error' in line) throw new AppError(isErrorCode(line.error) ? line.error : 'ERR_INTERNAL');
      onWords(line.words);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreachable('the answer broke off', error);
  } finally {
    input.destroy();
  }
  throw unreachable('the answer has no end');
}
