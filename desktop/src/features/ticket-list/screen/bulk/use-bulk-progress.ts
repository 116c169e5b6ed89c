import { useCallback, useEffect } from 'react';
import { useBridge, useBridgeEvent } from '../../../../renderer/kit/bridge-context.tsx';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useBulk } from './use-bulk.ts';

/** Follows a run: a command is done when its ticket waits for the server no more. */
export function useBulkProgress(): void {
  const { t } = useTexts();
  const bridge = useBridge();
  const { run, confirmed, end } = useBulk();

  const look = useCallback(() => {
    const now = useBulk.getState().run;
    const ids = [...(now?.sent ?? [])].filter((id) => now?.waiting.has(id));
    if (ids.length === 0) return;
    bridge
      .invoke('tickets.waiting', { ids })
      .then((waiting) => confirmed(ids.filter((id) => !waiting.includes(id))))
      .catch(() => {
        // The core is away: the next change tries again.
      });
  }, [bridge, confirmed]);
  useBridgeEvent('db.changed', look);
  const sent = run?.sent.size ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer may have come before the command was counted as sent
  useEffect(look, [look, sent]);

  const succeeded = run !== null && run.waiting.size === 0 && run.failures.length === 0;
  useEffect(() => {
    if (!succeeded || !run) return;
    // The undo toast has told everything else already.
    const { action, undoable } = run;
    if (action === 'accept' || action === 'markUnread' || (action === 'macro' && !undoable))
      showToast(t(`tickets:bulk.done.${action}`, { count: run.names.size }));
    end();
  }, [succeeded, run, end, t]);
}
