import { DOCS_PATH } from '@balcao/shared/contract/openapi.ts';
import { askForAssistant } from '@balcao/shared/features/assistants/calls.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { getApiMessage, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_FILES_MAX, API_RATE, API_STATES } from '@balcao/shared/features/messages-api/rules.ts';
import { Anchor, Code, List, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { Panel } from '../../../renderer/components/page.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Examples } from './examples.tsx';
import classes from './messages-api.module.css';

/** What a program sends, in the order of what most need. */
const FIELDS = [
  'number',
  'contactId',
  'body',
  'medias',
  'name',
  'quotedMsgId',
  'closeTicket',
  'queueId',
  'userId',
  'tags',
  'sendAt',
  'whatsappId',
] as const;

/** What a programmer meets on the first day. */
const REFUSALS = [
  'ERR_API_TOKEN',
  'ERR_VALIDATION',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_CHANNEL_NO_NUMBERS',
  'ERR_IDEMPOTENCY_KEY_REUSED',
  'ERR_TOO_MANY_REQUESTS',
] as const;

const MEGABYTE = 1024 * 1024;

/** Leads from the token to the first message, and tells what there is to know beyond. */
export function Guide() {
  const { t } = useTexts();
  const format = useFormat();
  const { data: session } = useBridgeQuery('session.get', null);
  const server = session?.serverUrl ?? '';
  return (
    <Stack gap="xl">
      <section>
        <Heading>{t('messagesApi:start.title')}</Heading>
        <List type="ordered" spacing="xs">
          <List.Item>
            {t('messagesApi:start.token')}{' '}
            <Anchor component={Link} href="/connections" c="inherit" underline="always">
              {t('messagesApi:start.open')}
            </Anchor>
          </List.Item>
          <List.Item>{t('messagesApi:start.copy')}</List.Item>
          <List.Item>{t('messagesApi:start.answer')}</List.Item>
        </List>
      </section>
      <Examples url={`${server}${sendApiMessage.path}`} />
      <section>
        <Heading>{t('messagesApi:fields.title')}</Heading>
        <Facts
          rows={FIELDS.map((field) => [
            field,
            t(`messagesApi:fields.${field}`, {
              count: API_FILES_MAX,
              size: format.number(MEDIA_LIMIT_BYTES / MEGABYTE),
            }),
          ])}
        />
      </section>
      <section>
        <Heading>{t('messagesApi:state.title')}</Heading>
        <Stack gap="sm">
          <CodeBlock
            title={t('messagesApi:state.ask')}
            text={`GET ${server}${getApiMessage.path.replace(':messageId', '{id}')}`}
          />
          <Facts rows={API_STATES.map((state) => [state, t(`messagesApi:states.${state}`)])} />
        </Stack>
      </section>
      <section>
        <Heading>{t('messagesApi:rules.title')}</Heading>
        <List spacing="xs">
          <List.Item>{t('messagesApi:rules.key')}</List.Item>
          <List.Item>
            {t('messagesApi:rules.rate', {
              burst: format.number(API_RATE.burst),
              perMinute: format.number(API_RATE.perMinute),
            })}
          </List.Item>
          <List.Item>{t('messagesApi:rules.offline')}</List.Item>
        </List>
      </section>
      <section>
        <Heading>{t('messagesApi:refusals.title')}</Heading>
        <Text size="sm" mb="xs">
          {t('messagesApi:refusals.hint')}
        </Text>
        <Facts rows={REFUSALS.map((code) => [code, t(`messagesApi:refusals.${code}`)])} />
      </section>
      <section>
        <Heading>{t('messagesApi:reference.title')}</Heading>
        <Text size="sm" mb="xs">
          {t('messagesApi:reference.hint')}
        </Text>
        <Anchor href={`${server}${DOCS_PATH}`} target="_blank" rel="noopener noreferrer">
          {t('messagesApi:reference.open')}
        </Anchor>
      </section>
      <Assistants url={`${server}${askForAssistant.path}`} />
    </Stack>
  );
}

/** How an assistant finds the company's door. */
function Assistants({ url }: { url: string }) {
  const { t } = useTexts();
  const headers = { Authorization: `Bearer ${t('messagesApi:assistants.key')}` };
  const config = { mcpServers: { balcao: { type: 'http', url, headers } } };
  return (
    <section>
      <Heading>{t('messagesApi:assistants.title')}</Heading>
      <Text size="sm" mb="xs">
        {t('messagesApi:assistants.hint')}
      </Text>
      <CodeBlock title={t('messagesApi:assistants.config')} text={JSON.stringify(config, null, 2)} />
    </section>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={2} size="h4" mb="sm">
      {children}
    </Title>
  );
}

/** Words of the API, each with what it means. */
function Facts({ rows }: { rows: (readonly [name: string, meaning: string])[] }) {
  return (
    <Panel>
      <Table className={cells.table} verticalSpacing="xs" horizontalSpacing="md">
        <Table.Tbody>
          {rows.map(([name, meaning]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" className={classes.fact}>
                <Code>{name}</Code>
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
