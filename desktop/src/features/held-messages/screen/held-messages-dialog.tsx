import {
  dropHeldMessages,
  type HeldMessages,
  sendHeldMessages,
} from '@balcao/shared/features/held-messages/calls.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './held-messages.module.css';

interface Props {
  held: readonly HeldMessages[];
  opened: boolean;
  onClose: () => void;
}

/** What waits on each connection, with the two decisions; and the same for all of them at once. */
export function HeldMessagesDialog({ held, opened, onClose }: Props) {
  const { t } = useTexts();
  const decide = useDecision();
  const all = { count: held.reduce((sum, { count }) => sum + count, 0) };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('heldMessages:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text size="sm" c="dimmed">
        {t('heldMessages:about')}
      </Text>
      <ul className={classes.list}>
        {held.map((one) => (
          <Row key={one.connectionId} one={one} decide={decide} />
        ))}
      </ul>
      {held.length > 1 ? (
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={decide.isPending} onClick={() => decide.drop(all)}>
            {t('heldMessages:dropAll')}
          </Button>
          <Button disabled={decide.isPending} onClick={() => decide.send(all)}>
            {t('heldMessages:sendAll')}
          </Button>
        </Group>
      ) : null}
    </Modal>
  );
}

function Row({ one, decide }: { one: HeldMessages; decide: Decision }) {
  const { t } = useTexts();
  const format = useFormat();
  const { connectionName: name, channel, count, oldestAt } = one;
  return (
    <li className={classes.row}>
      <ChannelIcon channel={channel} />
      <div className={classes.facts}>
        <div className={classes.name}>{name}</div>
        <div className={classes.detail}>
          {t('heldMessages:count', { count })} ·{' '}
          {t('heldMessages:oldest', { when: `${format.date(oldestAt)} ${format.time(oldestAt)}` })}
        </div>
      </div>
      <Group gap={8} wrap="nowrap" className={classes.actions}>
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('heldMessages:dropOf', { name })}
          disabled={decide.isPending}
          onClick={() => decide.drop(one)}
        >
          {t('heldMessages:drop')}
        </Button>
        <Button
          size="compact-md"
          aria-label={t('heldMessages:sendOf', { name })}
          disabled={decide.isPending}
          onClick={() => decide.send(one)}
        >
          {t('heldMessages:send')}
        </Button>
      </Group>
    </li>
  );
}

/** Of a connection, or of all. */
type Asked = Pick<HeldMessages, 'count'> & Partial<HeldMessages>;

interface Decision {
  isPending: boolean;
  send(asked: Asked): void;
  drop(asked: Asked): void;
}

/** Asks before either: what was sent cannot be taken back, and what was not is looked for one by one. */
function useDecision(): Decision {
  const { t } = useTexts();
  const confirm = useConfirm();
  const sending = useApiCommand(sendHeldMessages);
  const dropping = useApiCommand(dropHeldMessages);
  const bodyOf = ({ connectionId }: Asked) => ({ body: connectionId === undefined ? {} : { connectionId } });
  return {
    isPending: sending.isPending || dropping.isPending,
    send: (asked) =>
      confirm(
        {
          title: asked.connectionName ?? t('heldMessages:title'),
          text: t('heldMessages:sendConfirm', { count: asked.count }),
          confirm: t(asked.connectionId === undefined ? 'heldMessages:sendAll' : 'heldMessages:send'),
          harmless: true,
        },
        () =>
          sending.mutate(bodyOf(asked), {
            onSuccess: ({ count }) => showToast(t('heldMessages:sent', { count })),
          }),
      ),
    drop: (asked) =>
      confirm(
        {
          title: asked.connectionName ?? t('heldMessages:title'),
          text: t('heldMessages:dropConfirm', { count: asked.count }),
          confirm: t(asked.connectionId === undefined ? 'heldMessages:dropAll' : 'heldMessages:drop'),
        },
        () =>
          dropping.mutate(bodyOf(asked), {
            onSuccess: ({ count }) => showToast(t('heldMessages:dropped', { count })),
          }),
      ),
  };
}
