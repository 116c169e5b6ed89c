import { listApiKeys } from '@balcao/shared/features/api-keys/calls.ts';
import { type ApiCall, listApiCalls } from '@balcao/shared/features/messages-api/calls.ts';
import { API_CALLS_KEPT, TOKEN_CALLS_KEPT_DAYS } from '@balcao/shared/features/messages-api/rules.ts';
import { ActionIcon, Code, Group, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconApi, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
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
  const format = useFormat();
  return (
    <ListTable
      rows={calls}
      columns={[
        {
          head: t('messagesApi:calls.call'),
          cell: ({ method, path, at }) => (
            <>
              <Code>
                {method} {path}
              </Code>
              <div className={classes.narrow}>{format.moment(at)}</div>
            </>
          ),
        },
        { head: t('messagesApi:calls.status'), cell: (call) => <Outcome call={call} /> },
        { head: t('messagesApi:calls.program'), cell: nameOf, visibleFrom: 'xs' },
        {
          head: t('messagesApi:calls.when'),
          cell: ({ at, durationMs }) => (
            <>
              <time dateTime={at}>{format.moment(at)}</time>
              <div className={cells.detail}>
                {t('messagesApi:calls.took', { value: format.number(durationMs) })}
              </div>
            </>
          ),
          visibleFrom: 'xs',
        },
      ]}
    />
  );
}

function Outcome({ call: { status, errorCode } }: { call: ApiCall }) {
  const errorText = useErrorText();
  return (
    <>
      <StatusPill tone={toneOf(status)}>{status}</StatusPill>
      {errorCode ? (
        <div className={`${cells.detail} ${classes.reason}`}>
          {errorCode}
          <br />
          {errorText(errorCode)}
        </div>
      ) : null}
    </>
  );
}

function toneOf(status: number): Tone {
  if (status < 300) return 'success';
  return status === 429 || status === 503 ? 'warning' : 'danger';
}
