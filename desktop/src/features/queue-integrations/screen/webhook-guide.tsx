import type {
  WebhookEnvelope,
  WebhookReplyAction,
  WebhookReplyMessage,
} from '@balcao/shared/features/responders/webhook-envelope.ts';
import { Accordion, Stack, Text } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Tells whoever writes the program at the other end what it is told, how it knows that, and what it may answer. */
export function WebhookGuide() {
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="guide">
        <Accordion.Control icon={<IconCode size={18} stroke={1.6} aria-hidden />}>
          {t('queueIntegrations:guide.title')}
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <CodeBlock title={t('queueIntegrations:guide.told')} text={written(ENVELOPE)} />
            <Text size="sm">{t('queueIntegrations:guide.signature')}</Text>
            <CodeBlock title={t('queueIntegrations:guide.answer')} text={written(REPLY)} />
            <Text size="sm">
              {t('queueIntegrations:guide.later', { url: `${session?.serverUrl ?? ''}/ticket-answers` })}
            </Text>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

const written = (value: object) => JSON.stringify(value, null, 2);

const ENVELOPE: WebhookEnvelope = {
  type: 'message.received',
  timestamp: '2026-05-04T12:30:00.000Z',
  data: {
    company: { id: 1, name: 'Padaria Central' },
    ticket: {
      id: 4211,
      uuid: '0196a1f0-5f3c-7c11-9d1e-2f6b8c0d4e5a',
      status: 'pending',
      queue: { id: 3, name: 'Pedidos' },
      connection: { id: 1, name: 'WhatsApp' },
      channel: '…',
      referral: null,
      token: 'bt_…',
    },
    contact: { id: 87, name: 'Maria Souza', number: '5511987654321', email: '' },
    message: {
      id: '0196a1f0-8a2b-7d40-b3c4-5d6e7f809102',
      body: 'Meu pedido já saiu?',
      mediaType: 'chat',
      card: null,
      tap: null,
      referral: null,
      media: null,
      at: '2026-05-04T12:30:00.000Z',
    },
    sequence: 1,
  },
};

const REPLY: { messages: WebhookReplyMessage[]; actions: WebhookReplyAction[] } = {
  messages: [
    { type: 'text', text: 'Saiu às 9h. Chega em meia hora.' },
    { type: 'image', url: 'https://exemplo.com.br/mapa.png', caption: 'O caminho' },
  ],
  actions: [{ type: 'transfer', queueId: 3 }],
};
