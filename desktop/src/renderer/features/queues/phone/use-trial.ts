import {
  askMind,
  type TrialAnswer,
  type TrialLine,
  type TrialState,
  tryBot,
} from '@balcao/shared/api/bot.ts';
import type { RouteOutput } from '@balcao/shared/api/contract.ts';
import type { BotReason } from '@balcao/shared/domain/bot-reasons.ts';
import { useRef, useState } from 'react';
import { useApiRead } from '../../../kit/api-query.ts';
import { serverNow } from '../../../kit/server-now.ts';

/** What a customer sends that is no text: the bot hears all of it alike. */
export const ATTACHMENTS = ['voice', 'picture', 'location'] as const;
export type Sent = { kind: 'text'; text: string } | { kind: (typeof ATTACHMENTS)[number] };

/** Who would be asked here, outside. */
export type Asked = Pick<TrialState, 'promptId' | 'integrationId'>;

/** What stands on the phone, from above. `at` is the phone's time. */
export type Shown = { key: string; at: string } & (
  | { kind: 'sent'; sent: Sent }
  | { kind: 'line'; line: TrialLine }
  | { kind: 'reason'; reason: BotReason; isSilent: boolean }
  /** What follows was really answered by somebody outside. */
  | { kind: 'real'; asked: Asked; latencyMs: number }
  | { kind: 'closed' }
);

interface Who {
  queueId: number;
  /** Null: the queue alone. */
  connectionId: number | null;
  contactName: string;
}

type RealAnswer = RouteOutput<typeof askMind>;

/** A call that has failed, and how it is made again. */
interface Failed {
  error: unknown;
  again: () => Promise<void>;
  /** Somebody outside was asked: a customer would wait for people. */
  isMind: boolean;
}

/** A conversation with the bot that lives in this component alone: the server answers each message and keeps nothing. */
export function useTrial({ queueId, connectionId, contactName }: Who) {
  const read = useApiRead();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [asksAlways, setAsksAlways] = useState(false);
  /** What somebody outside wants to be told again. */
  const session = useRef<string | null>(null);
  /** By how much the phone's clock is ahead, in milliseconds. */
  const [ahead, setAhead] = useState(0);
  /** What was asked before it began anew is not answered any more. */
  const run = useRef(0);

  const nowThere = () => new Date(serverNow().getTime() + ahead).toISOString();

  /** One call at a time; what comes of an earlier run is dropped. */
  async function calling(call: () => Promise<void>, isMind: boolean): Promise<void> {
    const turn = run.current;
    setFailed(null);
    setWaiting(true);
    try {
      await call();
    } catch (error) {
      if (turn === run.current) setFailed({ error, again: () => calling(call, isMind), isMind });
    } finally {
      if (turn === run.current) setWaiting(false);
    }
  }

  function ask(sent: Sent, at: string, before: readonly Shown[]): Promise<void> {
    const turn = run.current;
    // A ticket that the bot has closed is behind the customer: the next message begins another.
    const state = answer && !answer.closes ? answer.state : null;
    if (state === null) session.current = null;
    return calling(async () => {
      const text = sent.kind === 'text' ? sent.text : null;
      const body = { connectionId, contactName, state, text, at };
      const heard = await read(tryBot, { params: { queueId }, body });
      if (turn !== run.current) return;
      const rows = [...before, ...answered(heard, at)];
      setAnswer(heard);
      setShown(rows);
      if (heard.ask && asksAlways) await askReally(heard, rows, turn);
    }, false);
  }

  async function askReally(heard: TrialAnswer, before: readonly Shown[], turn: number): Promise<void> {
    if (!heard.ask) return;
    const at = nowThere();
    const body = {
      connectionId,
      contactName,
      at,
      state: heard.state,
      opens: heard.ask.opens,
      session: session.current,
      said: wordsOf(before),
    };
    const real = await read(askMind, { params: { queueId }, body });
    if (turn !== run.current) return;
    session.current = real.session;
    setAnswer(real);
    setShown([...before, ...reallyAnswered(real, heard.state, at)]);
  }

  function send(sent: Sent): void {
    if (isWaiting || failed) return;
    const at = nowThere();
    const rows: Shown[] = [...shown, { key: crypto.randomUUID(), at, kind: 'sent', sent }];
    setShown(rows);
    void ask(sent, at, rows);
  }

  function askMindNow(): void {
    const turn = run.current;
    if (answer) void calling(() => askReally(answer, shown, turn), true);
  }

  function restart(): void {
    run.current += 1;
    session.current = null;
    setShown([]);
    setAnswer(null);
    setFailed(null);
    setWaiting(false);
  }

  return {
    shown,
    isOpen: answer?.isOpen ?? null,
    /** Who is to be asked now; null: nobody. */
    pending: answer?.ask && !isWaiting && !failed ? answer.state : null,
    isWaiting,
    failed,
    send,
    asksAlways,
    setAsksAlways,
    askMind: askMindNow,
    retry: () => void failed?.again(),
    restart,
    setAhead,
  };
}

export type Trial = ReturnType<typeof useTrial>;

const MAX_WORDS = 100;

/** The words of both, as somebody outside is told them. */
const wordsOf = (shown: readonly Shown[]) =>
  shown
    .flatMap((row) => {
      if (row.kind === 'sent' && row.sent.kind === 'text') return [{ fromMe: false, text: row.sent.text }];
      return row.kind === 'line' && row.line.mediaType === 'chat'
        ? [{ fromMe: true, text: row.line.body }]
        : [];
    })
    .slice(-MAX_WORDS);

const isBetweenAgents = ({ mediaType }: TrialLine) => mediaType === 'event' || mediaType === 'note';

function answered({ lines, reason, closes, ask }: TrialAnswer, at: string): Shown[] {
  const key = crypto.randomUUID();
  const isSilent = ask === null && lines.every(isBetweenAgents);
  return [
    ...lines.map((line) => ({ key: line.id, at, kind: 'line', line }) as const),
    { key: `${key} reason`, at, kind: 'reason', reason, isSilent },
    ...(closes ? [{ key: `${key} closed`, at, kind: 'closed' } as const] : []),
  ];
}

function reallyAnswered({ lines, closes, latencyMs }: RealAnswer, asked: Asked, at: string): Shown[] {
  const key = crypto.randomUUID();
  return [
    { key: `${key} real`, at, kind: 'real', asked, latencyMs },
    ...lines.map((line) => ({ key: line.id, at, kind: 'line', line }) as const),
    ...(closes ? [{ key: `${key} closed`, at, kind: 'closed' } as const] : []),
  ];
}
