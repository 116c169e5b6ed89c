import type { OutboxItem } from '@balcao/shared/bridge/outbox.ts';
import { commandKey } from '@balcao/shared/sync/command-texts.ts';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CommandIcon } from './command-icon.tsx';
import { EntryFrame, Reason } from './entry-frame.tsx';

/** One command: its effect and contact, why it waits, and the actions on it. */
export function OutboxRow({ item }: { item: OutboxItem }) {
  const { t } = useTexts();
  const title = item.name ? t(commandKey(item.name)) : t('outbox:unknown');
  return (
    <EntryFrame
      icon={<CommandIcon name={item.name} type={item.file?.type ?? 'chat'} />}
      title={title}
      whom={item}
      at={item.at}
      text={item.text}
      file={item.file}
      why={<Why item={item} />}
      actions={<Actions item={item} title={title} />}
    />
  );
}

function Why({ item }: { item: OutboxItem }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const format = useFormat();
  const { data: status } = useBridgeQuery('sync.status', null);
  const { waitsFor, refusal, file } = item;
  if (refusal) return <Reason tone="danger">{errorText(refusal.code, refusal.params)}</Reason>;
  if (waitsFor === null) return <Reason tone="danger">{t('outbox:unknownWhy')}</Reason>;
  const percent = waitsFor === 'file' && file?.size ? Math.floor((file.sent / file.size) * 100) : 0;
  return (
    <StatusPill tone={waitsFor === 'turn' || waitsFor === 'undo' ? 'neutral' : 'warning'}>
      {t(`outbox:waits.${waitsFor}`, { time: format.timeOrDate(status?.since ?? item.at) })}
      {percent > 0 ? ` ${t('outbox:uploaded', { percent })}` : null}
    </StatusPill>
  );
}

function Actions({ item, title }: { item: OutboxItem; title: string }) {
  const { t } = useTexts();
  const retry = useBridgeCommand('outbox.retry');
  const edit = useBridgeCommand('outbox.edit');
  const remove = useBridgeCommand('outbox.remove');
  const { ask } = useScheduling();
  const { position } = item;
  // Buttons that are all called "edit" cannot be distinguished.
  const labelOf = (action: string) =>
    t('outbox:actionOn', { action, what: title, name: item.contactName || item.text });

  const openAgain = () => {
    if (item.schedule) ask({ refused: { draft: item.schedule, position } });
    else void takeBack();
  };
  const takeBack = () =>
    edit.mutateAsync({ position }).then(
      ({ ticketUuid }) => navigate(`/tickets/${ticketUuid}`),
      () => {},
    );
  const confirm = useConfirm();
  const askRemove = () =>
    confirm(
      {
        title: t('outbox:removeConfirm'),
        text: (
          <>
            {item.text ? `“${item.text.slice(0, 200)}” · ` : null}
            {t('outbox:removeHint')}
          </>
        ),
        confirm: t('outbox:remove'),
      },
      () => remove.mutate({ position }),
    );

  return (
    <Group gap={6} wrap="nowrap">
      {item.refusal ? (
        <Button
          size="compact-sm"
          variant="light"
          loading={retry.isPending}
          aria-label={labelOf(t('outbox:retry'))}
          onClick={() => retry.mutate({ position })}
        >
          {t('outbox:retry')}
        </Button>
      ) : null}
      {item.editable || item.schedule ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={edit.isPending}
          aria-label={labelOf(t('outbox:edit'))}
          onClick={openAgain}
        >
          {t('outbox:edit')}
        </Button>
      ) : null}
      {item.removable ? (
        <Tooltip label={t('outbox:remove')}>
          <ActionIcon aria-label={labelOf(t('outbox:remove'))} onClick={askRemove}>
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  );
}
