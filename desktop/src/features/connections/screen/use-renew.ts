import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Replaces the stored session with a new QR code and logs it out, after a question. */
export function useRenew({ id, name }: ConnectionRow, onRenewed = () => {}): () => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  const renew = useBridgeCommand('connections.renew');
  return () =>
    confirm(
      {
        title: t('connections:actions.renew'),
        text: t('connections:renewConfirm', { name }),
        confirm: t('connections:actions.renew'),
      },
      () => renew.mutate({ id }, { onSuccess: onRenewed }),
    );
}
