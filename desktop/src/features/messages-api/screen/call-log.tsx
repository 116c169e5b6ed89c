import { listApiKeys } from '@balcao/shared/features/api-keys/calls.ts';
import { type ApiCall, listApiCalls } from '@balcao/shared/features/messages-api/calls.ts';
import { API_CALLS_KEPT, TOKEN_CALLS_KEPT_DAYS } from '@balcao/shared/features/messages-api/rules.ts';
import { ActionIcon, Code, Group, Select, Stack, Table, Text, Tooltip } from '@mantine/core';
import { IconApi, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './messages-api.module.css';

/** What programs have called with the company's keys and the tokens of its connections, the newest first. */
export function CallLog() {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  const keys = useApiPages(listApiKeys, {}, (page) => page.apiKeys);
  const [program, setProgram] = useState<string | null>(null);
  const pages = useApiPages(listApiCalls, filterOf(program), (page) => page.calls);
  const nameOf = ({ whatsappId, apiKeyId }: ApiCall) =>
    whatsappId === null
      ? (keys.rows.find(({ id }) => id === apiKeyId)?.name ?? t('messagesApi:calls.gone'))
      : (connections.find(({ id }) => id === whatsappId)?.name ?? '–');
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--text-muted)" flex="1 1 240px">
          {t('messagesApi:calls.hint', { count: API_CALLS_KEPT, days: TOKEN_CALLS_KEPT_DAYS })}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Select
            aria-label={t('messagesApi:calls.program')}
            placeholder={t('messagesApi:calls.every')}
            data={[
              { group: t('messagesApi:tabs.keys'), items: choicesOf('key', keys.rows) },
              { group: t('connections:title'), items: choicesOf('connection', connections) },
            ]}
            value={program}
            onChange={setProgram}
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
        list={{ ...pages, isNarrowed: program !== null }}
        empty={{ icon: IconApi, title: t('messagesApi:calls.empty'), hint: t('messagesApi:calls.emptyHint') }}
      >
        <CallTable calls={pages.rows} nameOf={nameOf} />
      </ListView>
    </Stack>
  );
}

/** A key and a connection may have the same id. */
const choicesOf = (kind: 'key' | 'connection', rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }));

function filterOf(program: string | null) {
  const [kind, id] = program?.split(' ') ?? [];
  if (!id) return {};
  return kind === 'key' ? { apiKeyId: id } : { whatsappId: id };
}

interface TableProps {
  calls: readonly ApiCall[];
  nameOf: (call: ApiCall) => string;
}

function CallTable({ calls, nameOf }: TableProps) {
  const { t } = useTexts();
  return (
    <Table className={cells.table} verticalSpacing="sm" horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('messagesApi:calls.call')}</Table.Th>
          <Table.Th>{t('messagesApi:calls.status')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('messagesApi:calls.program')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('messagesApi:calls.when')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map((call) => (
          <Row key={call.id} call={call} program={nameOf(call)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ call, program }: { call: ApiCall; program: string }) {
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
      <Table.Td visibleFrom="xs">{program}</Table.Td>
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
