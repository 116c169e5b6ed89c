import { isErrorCode } from '@balcao/shared/errors.ts';
import { testQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Tries an integration as it is saved, and says what came of it. */
export function useRowTrial() {
  const { t } = useTexts();
  const errorText = useErrorText();
  const test = useApiCommand(testQueueIntegration);
  const run = ({ id, type, name }: QueueIntegrationRow) =>
    test.mutate(
      { body: { type, queueIntegrationId: id } },
      {
        onSuccess: ({ ok, error, reply }) => {
          if (ok) return showToast(t('queueIntegrations:trial.ok'));
          const reason = isErrorCode(error) ? errorText(error) : (error ?? reply ?? '');
          showToast(t('queueIntegrations:trial.failedNamed', { name, reason }), { color: 'red' });
        },
      },
    );
  return { run, trying: test.isPending ? test.variables.body.queueIntegrationId : undefined };
}
