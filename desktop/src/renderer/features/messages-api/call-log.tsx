import { type ApiCall, listApiCalls } from '@balcao/shared/api/messages-api.ts';
import { API_CALLS_KEPT } from '@balcao/shared/domain/messages-api.ts';
import { KEPT_DAYS } from '@balcao/shared/domain/retention.ts';
import { ActionIcon, Code, Group, Select, Stack, Table, Text, Tooltip } from '@mantine/core';
import { IconApi, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import cells from '../../components/list-table.module.css';
import { ListView } from '../../components/list-view.tsx';
import { StatusPill, type Tone } from '../../components/status-pill.tsx';
import { useApiPages } from '../../kit/api-query.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useFormat } from '../../kit/format.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './messages-api.module.css';

/** What programs have called with the tokens of the company's connections, the newest first. */
export function CallLog() {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  const [whatsappId, setConnection] = useState<string | null>(null);
  const pages = useApiPages(listApiCalls, whatsappId ? { whatsappId } : {}, (page) => page.calls);
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--text-muted)" flex="1 1 240px">
          {t('messagesApi:calls.hint', { count: API_CALLS_KEPT, days: KEPT_DAYS.tokenCalls })}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Select
            aria-label={t('messagesApi:calls.connection')}
            placeholder={t('messagesApi:calls.every')}
            data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={whatsappId}
            onChange={setConnection}
            clearable
            clearButtonProps={{ 'aria-label': t('common:clear') }}
          />
          <Tooltip label={t('messagesApi:calls.refresh')}>
            <ActionIcon
              aria-label={t('messagesApi:calls.refresh')}
              loading={pages.isRefetching}
              onClick={() => void pages.refetch()}
            >
              <IconRefresh size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={whatsappId ? 'filtered' : ''}
        empty={{ icon: IconApi, title: t('messagesApi:calls.empty'), hint: t('messagesApi:calls.emptyHint') }}
      >
        <CallTable
          calls={pages.rows}
          nameOf={(id) => connections.find((connection) => connection.id === id)?.name ?? '–'}
        />
      </ListView>
    </Stack>
  );
}

interface TableProps {
  calls: readonly ApiCall[];
  nameOf: (whatsappId: number) => string;
}

function CallTable({ calls, nameOf }: TableProps) {
  const { t } = useTexts();
  return (
    <Table className={cells.table} verticalSpacing="sm" horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('messagesApi:calls.call')}</Table.Th>
          <Table.Th>{t('messagesApi:calls.status')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('messagesApi:calls.connection')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('messagesApi:calls.when')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map((call) => (
          <Row key={call.id} call={call} connection={nameOf(call.whatsappId)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ call, connection }: { call: ApiCall; connection: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const errorText = useErrorText();
  const { method, path, status, errorCode, durationMs, at } = call;
  const when = format.moment(at);
  return (
    <Table.Tr>
      <Table.Td>
        <Code>
          {method} {path}
        </Code>
        <div className={classes.narrow}>{when}</div>
      </Table.Td>
      <Table.Td>
        <StatusPill tone={toneOf(status)}>{status}</StatusPill>
        {errorCode ? (
          <div className={`${cells.detail} ${classes.reason}`}>
            {errorCode}
            <br />
            {errorText(errorCode)}
          </div>
        ) : null}
      </Table.Td>
      <Table.Td visibleFrom="xs">{connection}</Table.Td>
      <Table.Td visibleFrom="xs">
        <time dateTime={at}>{when}</time>
        <div className={cells.detail}>
          {t('messagesApi:calls.took', { value: format.number(durationMs) })}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

function toneOf(status: number): Tone {
  if (status < 300) return 'success';
  return status === 429 || status === 503 ? 'warning' : 'danger';
}
