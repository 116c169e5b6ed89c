import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { BotReason } from '@balcao/shared/features/bot/bot-reasons.ts';
import {
  askResponder,
  type TrialAnswer,
  type TrialLine,
  type TrialState,
  tryBot,
} from '@balcao/shared/features/bot/calls.ts';
import { useRef, useState } from 'react';
import { useApiRead } from '../../../../renderer/kit/api-query.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';

/** What a customer sends that is no text: the bot hears all of it alike. */
export const ATTACHMENTS = ['voice', 'picture', 'location'] as const;
export type Sent = { kind: 'text'; text: string } | { kind: (typeof ATTACHMENTS)[number] };

/** Who would be asked here, outside. */
export type Asked = Pick<TrialState, 'promptId' | 'integrationId'>;

export interface RealCall {
  asked: Asked;
  latencyMs: number;
}

/** What stands on the phone, from above. `at` is the phone's time. */
export type Shown = { key: string; at: string } & (
  | { kind: 'sent'; sent: Sent }
  /** `call`: somebody outside really said it; `follows`: after other words of the same answer. */
  | { kind: 'line'; line: TrialLine; call: RealCall | null; follows: boolean }
  /** `read`: the words by which the bot understood a longer message. */
  | { kind: 'reason'; reason: BotReason; isSilent: boolean; read: string | null }
  /** Somebody outside was really asked, and said nothing. */
  | { kind: 'unanswered'; call: RealCall }
  | { kind: 'closed' }
);

interface Who {
  queueId: number;
  /** Null: the queue alone. */
  connectionId: number | null;
  contactName: string;
}

type RealAnswer = RouteOutput<typeof askResponder>;

/** A call that has failed, and how it is made again. */
interface Failed {
  error: unknown;
  again: () => void;
  /** Somebody outside was asked: a customer would wait for people. */
  isResponder: boolean;
}

/** A conversation with the bot that lives in this component alone: the server answers each message and keeps nothing. */
export function useTrial({ queueId, connectionId, contactName }: Who) {
  const read = useApiRead();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const { failed, isWaiting, calling, forget } = useCalls();
  const [asksAlways, setAsksAlways] = useState(false);
  /** What somebody outside wants to be told again. */
  const session = useRef<string | null>(null);
  /** The time by which the phone's clock is ahead, in milliseconds. */
  const [ahead, setAhead] = useState(0);

  const nowThere = () => new Date(serverNow().getTime() + ahead).toISOString();

  async function ask(sent: Sent, at: string, before: readonly Shown[]): Promise<void> {
    // A ticket that the bot has closed is behind the customer: the next message begins another.
    const state = answer && !answer.closes ? answer.state : null;
    if (state === null) session.current = null;
    const text = sent.kind === 'text' ? sent.text : null;
    const body = { connectionId, contactName, state, text, at };
    const again = () => void ask(sent, at, before);
    const heard = await calling(() => read(tryBot, { params: { queueId }, body }), {
      again,
      isResponder: false,
    });
    if (!heard) return;
    const rows = [...before, ...answered(heard, at)];
    setAnswer(heard);
    setShown(rows);
    if (asksAlways) await askReally(heard, rows);
  }

  async function askReally(heard: TrialAnswer, before: readonly Shown[]): Promise<void> {
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
    const again = () => void askReally(heard, before);
    const real = await calling(() => read(askResponder, { params: { queueId }, body }), {
      again,
      isResponder: true,
    });
    if (!real) return;
    session.current = real.session;
    setAnswer(real);
    setShown([...before, ...reallyAnswered(real, heard.state, at)]);
  }

  /** @returns false while the phone waits: then nothing is sent */
  function send(sent: Sent): boolean {
    // Who is not answered from outside goes on writing; what has not left yet comes first.
    if (isWaiting || (failed && !failed.isResponder)) return false;
    const at = nowThere();
    const rows: Shown[] = [...shown, { key: crypto.randomUUID(), at, kind: 'sent', sent }];
    setShown(rows);
    void ask(sent, at, rows);
    return true;
  }

  function restart(): void {
    forget();
    session.current = null;
    setShown([]);
    setAnswer(null);
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
    askResponder: () => void (answer && askReally(answer, shown)),
    retry: () => failed?.again(),
    restart,
    setAhead,
  };
}

/** The calls to the server: one at a time, and the last failure. */
function useCalls() {
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  /** What was asked before it began anew is not answered any more. */
  const run = useRef(0);

  /** Null: it has failed, or began in an earlier run. */
  async function calling<T>(call: () => Promise<T>, failure: Omit<Failed, 'error'>): Promise<T | null> {
    const turn = run.current;
    const isOfNow = () => turn === run.current;
    setFailed(null);
    setWaiting(true);
    try {
      const result = await call();
      return isOfNow() ? result : null;
    } catch (error) {
      if (isOfNow()) setFailed({ error, ...failure });
      return null;
    } finally {
      if (isOfNow()) setWaiting(false);
    }
  }

  function forget(): void {
    run.current += 1;
    setFailed(null);
    setWaiting(false);
  }

  return { failed, isWaiting, calling, forget };
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

/** Where somebody outside is asked next, a card says so in the place of the reason. */
function answered({ lines, reason, read, closes, ask }: TrialAnswer, at: string): Shown[] {
  const key = crypto.randomUUID();
  const because: Shown = { key, at, kind: 'reason', reason, isSilent: lines.every(isBetweenAgents), read };
  return [
    ...linesOf(lines, at, null),
    ...(ask === null || read !== null ? [because] : []),
    ...endOf(closes, at),
  ];
}

function reallyAnswered({ lines, closes, latencyMs }: RealAnswer, asked: Asked, at: string): Shown[] {
  const call = { asked, latencyMs };
  const silence: Shown = { key: crypto.randomUUID(), at, kind: 'unanswered', call };
  return [
    ...(lines.every(isBetweenAgents) ? [silence] : []),
    ...linesOf(lines, at, call),
    ...endOf(closes, at),
  ];
}

const linesOf = (lines: readonly TrialLine[], at: string, call: RealCall | null): Shown[] =>
  lines.map((line, place) => ({ key: line.id, at, kind: 'line', line, call, follows: place > 0 }));

const endOf = (closes: boolean, at: string): Shown[] =>
  closes ? [{ key: crypto.randomUUID(), at, kind: 'closed' }] : [];
