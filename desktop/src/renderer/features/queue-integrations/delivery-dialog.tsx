import {
  type Delivery,
  type DeliveryDetails,
  getDelivery,
  replayDelivery,
} from '@balcao/shared/api/queue-integrations.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { CodeBlock } from '../../components/code-block.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../kit/api-query.ts';
import { useFormat } from '../../kit/format.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { DeliveryStatePill, useTried } from './deliveries-table.tsx';

interface Props {
  integrationId: number;
  delivery: Delivery | null;
  onClose: () => void;
}

/** What was sent, what came back, and once more. */
export function DeliveryDialog({ integrationId, delivery, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={delivery !== null}
      onClose={onClose}
      size="xl"
      title={delivery?.event}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {delivery ? <Known integrationId={integrationId} id={delivery.id} onClose={onClose} /> : null}
    </Modal>
  );
}

interface KnownProps {
  integrationId: number;
  id: string;
  onClose: () => void;
}

function Known({ integrationId, id, onClose }: KnownProps) {
  const { t } = useTexts();
  const params = { queueIntegrationId: integrationId, deliveryId: id };
  const query = useApiQuery(getDelivery, { params });
  const replay = useApiCommand(replayDelivery);
  const again = () =>
    replay.mutate(
      { params },
      {
        onSuccess: () => {
          showToast(t('queueIntegrations:deliveries.replayed'));
          onClose();
        },
      },
    );
  return (
    <QueryView query={query}>
      {(delivery) => (
        <Stack>
          <Facts delivery={delivery} />
          <CodeBlock
            title={t('queueIntegrations:deliveries.payload')}
            text={formatted(delivery.payload)}
            copied={delivery.payload}
          />
          <Answer {...delivery} />
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={delivery.state === 'waiting'}
              loading={replay.isPending}
              leftSection={<IconRepeat size={16} stroke={1.6} aria-hidden />}
              onClick={again}
            >
              {t('queueIntegrations:deliveries.replay')}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryView>
  );
}

/** Where it failed, the reason says what came back. */
function Answer({ state, answer }: Pick<DeliveryDetails, 'state' | 'answer'>) {
  const { t } = useTexts();
  if (answer)
    return (
      <CodeBlock title={t('queueIntegrations:deliveries.answer')} text={formatted(answer)} copied={answer} />
    );
  return state === 'delivered' ? (
    <Text size="sm" c="var(--text-muted)">
      {t('queueIntegrations:deliveries.noAnswer')}
    </Text>
  ) : null;
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTexts();
  const format = useFormat();
  const { state, ticketId, createdAt, reason } = delivery;
  const tried = useTried(delivery);
  return (
    <>
      <Group gap="sm">
        <DeliveryStatePill state={state} />
        <Text size="sm" c="var(--text-muted)">
          {[
            ticketId === null ? null : `${t('queueIntegrations:deliveries.ticket')} #${ticketId}`,
            `${format.date(createdAt)} ${format.time(createdAt)}`,
            tried,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {reason ? (
        <Alert color={state === 'failed' ? 'red' : 'gray'} variant="light">
          {reason}
        </Alert>
      ) : null}
    </>
  );
}

/** JSON with its levels; what is none as it came. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
