import { isErrorCode } from '@balcao/shared/errors.ts';
import { deleteWebhook, rotateWebhookSecret, testWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconKey, IconListDetails, IconPlayerPlay, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhooksTable } from './webhooks-table.tsx';

/** The addresses that are told what happens. From the console's own rows: one that fails shows it at once. */
export function WebhooksPage() {
  const { t } = useTexts();
  const list = useSearchedList(useRows('webhook'), ({ name, url }) => [name, url]);
  const [editing, setEditing] = useState<WebhookRow | 'new' | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const trial = useTrial();
  const askRotate = useRotate(setSecret);
  const remove = useApiCommand(deleteWebhook);

  return (
    <ListPage
      title={t('webhooks:title')}
      subtitle={t('webhooks:subtitle')}
      search={t('webhooks:search')}
      add={{ label: t('webhooks:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconWebhook,
        title: t('webhooks:empty'),
        hint: t('webhooks:emptyHint'),
        example: t('webhooks:example'),
      }}
      dialog={
        <>
          <WebhookDialog webhook={editing} onClose={() => setEditing(null)} onSecret={setSecret} />
          <SecretDialog shown={secret} onClose={() => setSecret(null)} />
        </>
      }
    >
      <WebhooksTable
        webhooks={list.rows}
        actions={(webhook) => {
          const { id, name } = webhook;
          return (
            <RowActions
              edit={{ label: t('webhooks:editNamed', { name }), onClick: () => setEditing(webhook) }}
              remove={{
                label: t('webhooks:deleteNamed', { name }),
                question: t('webhooks:deleteHint', { name }),
                run: () => remove.mutateAsync({ params: { webhookId: id } }),
                gone: t('webhooks:deleted'),
              }}
            >
              <Tooltip label={t('webhooks:trial.run')}>
                <ActionIcon
                  aria-label={t('webhooks:trial.runNamed', { name })}
                  loading={trial.trying === id}
                  onClick={() => trial.run(webhook)}
                >
                  <IconPlayerPlay size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('deliveries:short')}>
                <ActionIcon
                  component={Link}
                  href={`/webhooks/${id}`}
                  aria-label={t('deliveries:open', { name })}
                >
                  <IconListDetails size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('webhooks:secret.rotate')}>
                <ActionIcon
                  aria-label={t('webhooks:secret.rotateNamed', { name })}
                  onClick={() => askRotate(webhook)}
                >
                  <IconKey size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </RowActions>
          );
        }}
      />
    </ListPage>
  );
}

/** Tells it something that has not happened, and says what came of it. */
function useTrial() {
  const { t } = useTexts();
  const format = useFormat();
  const errorText = useErrorText();
  const test = useApiCommand(testWebhook);
  const run = ({ id, name }: WebhookRow) =>
    test.mutate(
      { params: { webhookId: id } },
      {
        onSuccess: ({ ok, status, latencyMs, error, answer }) => {
          if (ok) return showToast(t('webhooks:trial.ok', { name, status, ms: format.number(latencyMs) }));
          const reason = isErrorCode(error) ? errorText(error) : answer;
          showToast(t('webhooks:trial.failed', { name, reason }), { color: 'red' });
        },
      },
    );
  return { run, trying: test.isPending ? Number(test.variables.params.webhookId) : null };
}

function useRotate(onSecret: (shown: ShownSecret) => void) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const rotate = useApiCommand(rotateWebhookSecret);
  return ({ id, name }: WebhookRow) =>
    confirm(
      {
        title: t('webhooks:secret.confirm'),
        text: t('webhooks:secret.confirmHint'),
        confirm: t('webhooks:secret.rotate'),
        harmless: true,
      },
      () =>
        rotate.mutate({ params: { webhookId: id } }, { onSuccess: (made) => onSecret({ name, ...made }) }),
    );
}
