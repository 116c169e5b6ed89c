import { isErrorCode } from '@balcao/shared/errors.ts';
import { deleteWebhook, rotateWebhookSecret, testWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhooksTable } from './webhooks-table.tsx';

/** The addresses that are told what happens. From the console's own rows: one that fails shows it at once. */
export function WebhooksPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<WebhookRow | 'new' | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const query = useRows('webhook');
  const found = (query.data ?? []).filter(({ name, url }) =>
    [name, url].some((text) => fold(text).includes(foldQuery(search))),
  );
  const trial = useTrial();
  const askRotate = useRotate(setSecret);
  const askDelete = useDelete();
  const add = <AddButton label={t('webhooks:add')} onClick={() => setEditing('new')} />;

  return (
    <Page
      title={t('webhooks:title')}
      subtitle={t('webhooks:subtitle')}
      actions={
        <>
          <SearchField label={t('webhooks:search')} onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={query}
        isEmpty={found.length === 0}
        search={search}
        empty={{ icon: IconWebhook, title: t('webhooks:empty'), hint: t('webhooks:emptyHint'), action: add }}
      >
        <WebhooksTable
          webhooks={found}
          trying={trial.trying}
          onEdit={setEditing}
          onDelete={askDelete}
          onTry={trial.run}
          onRotate={askRotate}
        />
      </ListView>
      <WebhookDialog webhook={editing} onClose={() => setEditing(null)} onSecret={setSecret} />
      <SecretDialog shown={secret} onClose={() => setSecret(null)} />
    </Page>
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

function useDelete() {
  const { t } = useTexts();
  const remove = useApiCommand(deleteWebhook);
  const confirmDelete = useConfirmDelete();
  return ({ id, name }: WebhookRow) =>
    confirmDelete(
      t('webhooks:deleteHint', { name }),
      () => remove.mutateAsync({ params: { webhookId: id } }),
      t('webhooks:deleted'),
    );
}
