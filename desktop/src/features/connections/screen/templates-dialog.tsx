import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import type { MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { TemplatePreview } from '../../../renderer/components/message-template/template-preview.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Meta is asked by the connection's session; its answer is looked for this often, while the dialog is open. */
const LOOK_MS = 3_000;

/** The texts that Meta has approved for a connection, as far as they can be sent from here. */
export function TemplatesDialog({
  connection,
  onClose,
}: {
  connection: ConnectionRow | null;
  onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal
      opened={connection !== null}
      onClose={onClose}
      size="lg"
      title={connection ? t('connections:templates.title', { name: connection.name }) : null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {connection ? <Templates connection={connection} /> : null}
    </Modal>
  );
}

function Templates({ connection: { id, status } }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const query = useApiQuery(
    listTemplates,
    { params: { whatsappId: id } },
    { everyMs: asked ? LOOK_MS : undefined },
  );
  const refresh = useBridgeCommand('connections.start');
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--text-muted)" flex={1}>
          {t('connections:templates.hint')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
          disabled={status !== 'connected'}
          loading={refresh.isPending}
          onClick={() => refresh.mutate({ id }, { onSuccess: () => setAsked(true) })}
        >
          {t('connections:templates.refresh')}
        </Button>
      </Group>
      <QueryView query={query}>
        {(templates) =>
          templates.length === 0 ? (
            <StateView
              icon={IconTemplate}
              title={t('connections:templates.empty')}
              hint={t('connections:templates.emptyHint')}
            />
          ) : (
            templates.map((template) => (
              <Template key={`${template.name} ${template.language}`} template={template} />
            ))
          )
        }
      </QueryView>
    </Stack>
  );
}

function Template({ template }: { template: MessageTemplate }) {
  const { t } = useTexts();
  return (
    <section aria-label={template.name} data-testid="template">
      <Group gap={8} mb={6}>
        <strong>{template.name}</strong>
        <span className={cells.detail}>
          {template.language} · {t(`connections:templates.category.${template.category}`)}
        </span>
      </Group>
      <TemplatePreview template={template} />
    </section>
  );
}
