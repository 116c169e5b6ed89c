import type { Delivery, DeliveryDetails } from '@balcao/shared/features/deliveries/row.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Read } from '../../kit/api-query.ts';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { CodeBlock } from '../code-block.tsx';
import { QueryView } from '../query-view.tsx';
import { DeliveryStatePill, useTried } from './deliveries-table.tsx';

interface DialogProps {
  delivery: Delivery | null;
  onClose: () => void;
  /** What is known of it. */
  children: (delivery: Delivery) => ReactNode;
}

export function DeliveryDialog({ delivery, onClose, children }: DialogProps) {
  const { t } = useTexts();
  return (
    <Modal
      opened={delivery !== null}
      onClose={onClose}
      size="xl"
      title={delivery?.event}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {delivery ? children(delivery) : null}
    </Modal>
  );
}

interface Props {
  query: Read<DeliveryDetails>;
  isReplaying: boolean;
  onReplay: () => void;
}

/** What was sent, what came back, and once more. */
export function DeliveryView({ query, isReplaying, onReplay }: Props) {
  const { t } = useTexts();
  return (
    <QueryView query={query}>
      {(delivery) => (
        <Stack>
          <Facts delivery={delivery} />
          <CodeBlock
            title={t('deliveries:payload')}
            text={formatted(delivery.payload)}
            copied={delivery.payload}
          />
          <Answer {...delivery} />
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={delivery.state === 'waiting'}
              loading={isReplaying}
              leftSection={<IconRepeat size={16} stroke={1.6} aria-hidden />}
              onClick={onReplay}
            >
              {t('deliveries:replay')}
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
  if (answer) return <CodeBlock title={t('deliveries:answer')} text={formatted(answer)} copied={answer} />;
  return state === 'delivered' ? (
    <Text size="sm" c="var(--text-muted)">
      {t('deliveries:noAnswer')}
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
            ticketId === null ? null : `${t('deliveries:ticket')} #${ticketId}`,
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
