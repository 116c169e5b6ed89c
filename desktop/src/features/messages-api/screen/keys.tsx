import { KEY_AREAS } from '@balcao/shared/contract/key-areas.ts';
import { type ApiKey, deleteApiKey, listApiKeys } from '@balcao/shared/features/api-keys/calls.ts';
import { Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { KeyDialog } from './key-dialog.tsx';
import classes from './messages-api.module.css';
import { ShownKey } from './shown-key.tsx';

/** The keys by which programs work in the company. */
export function Keys() {
  const { t } = useTexts();
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<{ name: string; key: string } | null>(null);
  const pages = useApiPages(listApiKeys, {}, (page) => page.apiKeys);
  const revoke = useRevoke();
  const add = <AddButton label={t('messagesApi:keys.add')} onClick={() => setAdding(true)} />;
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--text-muted)" flex="1 1 240px">
          {t('messagesApi:keys.hint')}
        </Text>
        {add}
      </Group>
      <ListView
        list={pages}
        empty={{ icon: IconKey, title: t('messagesApi:keys.empty'), hint: t('messagesApi:keys.emptyHint') }}
      >
        <KeyTable apiKeys={pages.rows} onRevoke={revoke} />
      </ListView>
      <KeyDialog opened={adding} onClose={() => setAdding(false)} onMade={setShown} />
      <ShownKey shown={shown} onClose={() => setShown(null)} />
    </Stack>
  );
}

function useRevoke() {
  const { t } = useTexts();
  const confirm = useConfirm();
  const remove = useApiCommand(deleteApiKey);
  return ({ id, name }: ApiKey) =>
    confirm(
      {
        title: t('messagesApi:keys.revokeNamed', { name }),
        text: t('messagesApi:keys.revokeHint', { name }),
        confirm: t('messagesApi:keys.revoke'),
      },
      () =>
        remove.mutate(
          { params: { apiKeyId: id } },
          { onSuccess: () => showToast(t('messagesApi:keys.revoked')) },
        ),
    );
}

interface TableProps {
  apiKeys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ apiKeys, onRevoke }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  const used = ({ lastUsedAt }: ApiKey) =>
    lastUsedAt ? format.moment(lastUsedAt) : t('messagesApi:keys.never');
  return (
    <ListTable
      rows={apiKeys}
      columns={[
        { head: t('messagesApi:keys.name'), cell: (key) => <KeyName apiKey={key} used={used(key)} /> },
        { head: t('messagesApi:keys.lastUsed'), cell: used, visibleFrom: 'xs' },
        { head: t('messagesApi:keys.until'), cell: (key) => <Validity apiKey={key} />, visibleFrom: 'xs' },
      ]}
      actions={(key) => (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            color="red.8"
            size="compact-sm"
            aria-label={t('messagesApi:keys.revokeNamed', { name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {t('messagesApi:keys.revoke')}
          </Button>
        </Group>
      )}
    />
  );
}

function KeyName({ apiKey: { name, scopes }, used }: { apiKey: ApiKey; used: string }) {
  const { t } = useTexts();
  const rights = KEY_AREAS.flatMap((area) => {
    const right = scopes[area];
    const words = {
      area: t(`messagesApi:keys.areas.${area}`),
      right: right && t(`messagesApi:keys.rights.${right}`),
    };
    return right ? [t('messagesApi:keys.areaRight', words)] : [];
  }).join('; ');
  return (
    <>
      <div className={cells.name}>{name}</div>
      <Tooltip label={rights} multiline maw={360}>
        <Text className={cells.detail} lineClamp={2}>
          {rights}
        </Text>
      </Tooltip>
      <div className={classes.narrow}>{used}</div>
    </>
  );
}

function Validity({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  const { t } = useTexts();
  const format = useFormat();
  if (expiresAt === null) return t('messagesApi:keys.valid');
  if (Date.parse(expiresAt) > serverNow().getTime()) return format.date(expiresAt);
  return <StatusPill tone="danger">{t('messagesApi:keys.expired')}</StatusPill>;
}
