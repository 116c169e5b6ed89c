import {
  askForHelp,
  type HelpGiven,
  type HelpWanted,
  noteProposal,
} from '@balcao/shared/features/agent-help/calls.ts';
import { noteArticleUse } from '@balcao/shared/features/knowledge/calls.ts';
import { useRef, useState } from 'react';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useThrownText } from '../../../../renderer/kit/error-text.ts';

/** What was asked of the AI in this conversation, and what became of it. */
export interface Help {
  wanted: HelpWanted;
  /** Null: it is still writing, or has failed. */
  given: HelpGiven | null;
  /** Why there is nothing; null: not so. */
  failure: string | null;
}

/** Asks the AI, one thing at a time: what is asked next, and cancelling, forget what came before. */
export function useAiHelp(ticketId: number) {
  const [help, setHelp] = useState<Help | null>(null);
  const latest = useRef(0);
  const asking = useApiCommand(askForHelp, { quiet: true });
  const noteOutcome = useApiCommand(noteProposal, { quiet: true, also: ['prompt'] });
  const noteUse = useApiCommand(noteArticleUse, { quiet: true });
  const thrownText = useThrownText();
  const drop = () => {
    latest.current += 1;
    setHelp(null);
  };
  const ask = (wanted: HelpWanted) => {
    latest.current += 1;
    const turn = latest.current;
    const end = (ended: Omit<Help, 'wanted'>) => {
      if (turn === latest.current) setHelp({ wanted, ...ended });
    };
    setHelp({ wanted, given: null, failure: null });
    asking.mutateAsync({ params: { ticketId }, body: wanted }).then(
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
