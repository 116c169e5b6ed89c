import { type TrialAnswer, type TrialLine, tryBot } from '@balcao/shared/api/bot.ts';
import type { BotReason } from '@balcao/shared/domain/bot-reasons.ts';
import { useRef, useState } from 'react';
import { useApiRead } from '../../../kit/api-query.ts';
import { serverNow } from '../../../kit/server-now.ts';

/** What a customer sends that is no text: the bot hears all of it alike. */
export const ATTACHMENTS = ['voice', 'picture', 'location'] as const;
export type Sent = { kind: 'text'; text: string } | { kind: (typeof ATTACHMENTS)[number] };

/** What stands on the phone, from above. `at` is the phone's time. */
export type Shown = { key: string; at: string } & (
  | { kind: 'sent'; sent: Sent }
  | { kind: 'line'; line: TrialLine }
  | { kind: 'reason'; reason: BotReason; isSilent: boolean }
  | { kind: 'closed' }
);

interface Failed {
  sent: Sent;
  error: unknown;
}

interface Who {
  queueId: number;
  /** Null: the queue alone. */
  connectionId: number | null;
  contactName: string;
}

/** A conversation with the bot that lives in this component alone: the server answers each message and keeps nothing. */
export function useTrial({ queueId, connectionId, contactName }: Who) {
  const read = useApiRead();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  /** By how much the phone's clock is ahead, in milliseconds. */
  const [ahead, setAhead] = useState(0);
  /** What was asked before it began anew is not answered any more. */
  const run = useRef(0);

  async function ask(sent: Sent, at: string): Promise<void> {
    const turn = run.current;
    const isCurrent = () => turn === run.current;
    setFailed(null);
    setWaiting(true);
    const text = sent.kind === 'text' ? sent.text : null;
    // A ticket that the bot has closed is behind the customer: the next message begins another.
    const state = answer && !answer.closes ? answer.state : null;
    try {
      const body = { connectionId, contactName, state, text, at };
      const heard = await read(tryBot, { params: { queueId }, body });
      if (!isCurrent()) return;
      setAnswer(heard);
      setShown((before) => [...before, ...answered(heard, at)]);
    } catch (error) {
      if (isCurrent()) setFailed({ sent, error });
    } finally {
      if (isCurrent()) setWaiting(false);
    }
  }

  const nowThere = () => new Date(serverNow().getTime() + ahead).toISOString();

  function send(sent: Sent): void {
    if (isWaiting || failed) return;
    const at = nowThere();
    setShown((before) => [...before, { key: crypto.randomUUID(), at, kind: 'sent', sent }]);
    void ask(sent, at);
  }

  function restart(): void {
    run.current += 1;
    setShown([]);
    setAnswer(null);
    setFailed(null);
    setWaiting(false);
  }

  return {
    shown,
    isOpen: answer?.isOpen ?? null,
    isWaiting,
    failed: failed?.error ?? null,
    send,
    retry: () => failed && void ask(failed.sent, nowThere()),
    restart,
    setAhead,
  };
}

export type Trial = ReturnType<typeof useTrial>;

function answered({ lines, reason, closes }: TrialAnswer, at: string): Shown[] {
  const key = crypto.randomUUID();
  const isSilent = lines.every(({ mediaType }) => mediaType === 'event');
  return [
    ...lines.map((line) => ({ key: line.id, at, kind: 'line', line }) as const),
    { key: `${key} reason`, at, kind: 'reason', reason, isSilent },
    ...(closes ? [{ key: `${key} closed`, at, kind: 'closed' } as const] : []),
  ];
}
