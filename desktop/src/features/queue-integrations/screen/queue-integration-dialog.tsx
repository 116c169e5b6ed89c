import { getQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { QueueIntegrationForm } from './queue-integration-form.tsx';

interface Props {
  integration: QueueIntegrationRow | 'new' | null;
  onClose: () => void;
}

export function QueueIntegrationDialog({ integration, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={integration}
      addTitle={t('queueIntegrations:addTitle')}
      editTitle={t('queueIntegrations:editTitle')}
      size="xl"
      onClose={onClose}
    >
      {(row) =>
        row === null ? (
          <QueueIntegrationForm integration={null} onClose={onClose} />
        ) : (
          <FormStart
            key={row.id}
            contract={getQueueIntegration}
            input={{ params: { queueIntegrationId: row.id } }}
          >
            {(known) => <QueueIntegrationForm integration={known} onClose={onClose} />}
          </FormStart>
        )
      }
    </RecordDialog>
  );
}
