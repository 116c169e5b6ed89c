import { ChannelError, type ChannelSession } from '../channels/channel.ts';
import type { Bus } from '../platform/bus.ts';
import type { Log } from '../platform/log.ts';
import {
  NUMBER_QUESTION,
  NUMBERS_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
  type NumbersAnswer,
  type NumbersQuestion,
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
  async function asked<A>(
    { companyId, connectionId }: Pick<NumberQuestion, 'companyId' | 'connectionId'>,
    ask: (session: ChannelSession) => Promise<A>,
  ): Promise<A | { kind: 'offline' | 'failed' } | undefined> {
    const session = sessionOf(connectionId);
    if (session?.companyId !== companyId) return undefined;
    try {
      return await ask(session);
    } catch (error) {
      if (error instanceof ChannelError && error.code === 'not_connected') return { kind: 'offline' };
      log.warn({ err: error, connectionId }, 'number not looked up');
      return { kind: 'failed' };
    }
  }

  const stops = [
    bus.answer(NUMBER_QUESTION, (data): Promise<NumberAnswer | undefined> => {
      const question = data as NumberQuestion;
      return asked(question, (session) => lookUp(session, question.spellings));
    }),
    bus.answer(NUMBERS_QUESTION, (data): Promise<NumbersAnswer | undefined> => {
      const question = data as NumbersQuestion;
      return asked(question, async (session) => ({
        kind: 'known' as const,
        numbers: await session.findNumbers(question.spellings),
      }));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function lookUp(session: ChannelSession, spellings: string[]): Promise<NumberAnswer> {
  const chat = await session.findPerson(spellings);
  const named = (kind: 'phone' | 'lid') => chat?.identities.find((identity) => identity.kind === kind)?.value;
  const number = named('phone');
  return number ? { kind: 'known', number, lid: named('lid') ?? null } : { kind: 'unknown' };
}
