import { getQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { QueueIntegrationForm } from './queue-integration-form.tsx';

interface Props {
  integration: QueueIntegrationRow | 'new' | null;
  onClose: () => void;
}

export function QueueIntegrationDialog({ integration, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={integration}
      title={(shown) =>
        shown === 'new' ? t('queueIntegrations:addTitle') : t('queueIntegrations:editTitle')
      }
      size="xl"
      onClose={onClose}
    >
      {(shown) =>
        shown === 'new' ? (
          <QueueIntegrationForm integration={null} onClose={onClose} />
        ) : (
          <Known key={shown.id} id={shown.id} onClose={onClose} />
        )
      }
    </FormDialog>
  );
}

function Known({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useFormStart(getQueueIntegration, { params: { queueIntegrationId: id } });
  return (
    <QueryView query={query}>
      {(integration) => <QueueIntegrationForm integration={integration} onClose={onClose} />}
    </QueryView>
  );
}
