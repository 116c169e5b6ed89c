import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import type { Bus } from '../platform/bus.ts';
import type { Log } from '../platform/log.ts';
import {
  NUMBER_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
} from '../platform/realtime/number-questions.ts';

/**
 * Looks numbers up on the provider, through the connections that this process holds.
 *
 * @returns how to stop
 */
export function answerNumberQuestions(
  { bus, log }: { bus: Bus; log: Log },
  sessionOf: (connectionId: number) => ChannelSession | undefined,
): () => void {
  return bus.answer(NUMBER_QUESTION, async (data): Promise<NumberAnswer | undefined> => {
    const { companyId, connectionId, spellings } = data as NumberQuestion;
    const session = sessionOf(connectionId);
    if (session?.companyId !== companyId) return undefined;
    try {
      return await lookUp(session, spellings);
    } catch (error) {
      if (error instanceof ChannelError && error.code === 'not_connected') return { kind: 'offline' };
      log.warn({ err: error, connectionId }, 'number not looked up');
      return { kind: 'failed' };
    }
  });
}

async function lookUp(session: ChannelSession, spellings: string[]): Promise<NumberAnswer> {
  const chat = await session.findPerson(spellings);
  const named = (kind: 'phone' | 'lid') => chat?.identities.find((identity) => identity.kind === kind)?.value;
  const number = named('phone');
  return number ? { kind: 'known', number, lid: named('lid') ?? null } : { kind: 'unknown' };
}
