import { type HelpGiven, type HelpWanted, noteProposal } from '@balcao/shared/features/agent-help/calls.ts';
import type { HelpKind } from '@balcao/shared/features/agent-help/kinds.ts';
import { noteArticleUse } from '@balcao/shared/features/knowledge/calls.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridge, useBridgeEvent } from '../../../../renderer/kit/bridge-context.tsx';
import { useThrownText } from '../../../../renderer/kit/error-text.ts';

/** What was asked of the AI in this conversation, and what became of it. */
export interface Help {
  wanted: HelpWanted;
  /** What was heard until it is all there. */
  words: string;
  /** Null: it is still writing, or has failed. */
  given: HelpGiven | null;
  /** Why there is nothing; null: not so. */
  failure: string | null;
}

/** Whether the agent may take it as the text of a message, or throws it away; what else there is, is only read. */
export const isProposedText = (kind: HelpKind): boolean => kind !== 'summary' && kind !== 'sort';

/** Asks the AI, one thing at a time: what is asked next, and cancelling, forget what came before. */
export function useAiHelp(ticketId: number) {
  const [help, setHelp] = useState<Help | null>(null);
  /** What is being written; null: nothing is. */
  const asked = useRef<string | null>(null);
  const bridge = useBridge();
  const noteOutcome = useApiCommand(noteProposal, { quiet: true, also: ['prompt'] });
  const noteUse = useApiCommand(noteArticleUse, { quiet: true });
  const thrownText = useThrownText();
  const cancel = useCallback(() => {
    if (asked.current) void bridge.invoke('agentHelp.cancel', { askId: asked.current }).catch(() => {});
    asked.current = null;
  }, [bridge]);
  useEffect(() => cancel, [cancel]);
  useBridgeEvent('agentHelp.words', ({ askId, words }) => {
    if (askId === asked.current) setHelp((help) => help && { ...help, words: help.words + words });
  });
  const drop = () => {
    cancel();
    setHelp(null);
  };
  const ask = (wanted: HelpWanted) => {
    cancel();
    const askId = crypto.randomUUID();
    asked.current = askId;
    const end = (ended: Pick<Help, 'given' | 'failure'>) => {
      if (askId !== asked.current) return;
      asked.current = null;
      setHelp({ wanted, words: '', ...ended });
    };
    setHelp({ wanted, words: '', given: null, failure: null });
    bridge.invoke('agentHelp.ask', { askId, ticketId, wanted }).then(
      (given) => end({ given, failure: null }),
      (error: unknown) => end({ given: null, failure: thrownText(error) }),
    );
  };
  /** The agent has taken what was proposed, or thrown it away. */
  const settle = (outcome: 'kept' | 'dropped') => {
    noteOutcome.mutate({ body: { kept: outcome === 'kept' } });
    if (outcome === 'kept')
      for (const { id } of help?.given?.articles ?? [])
        noteUse.mutate({ params: { articleId: id }, body: { use: 'sent' } });
    drop();
  };
  return { help, ask, drop, settle };
}
