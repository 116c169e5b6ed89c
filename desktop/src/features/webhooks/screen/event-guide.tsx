import type { WebhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import { Accordion, Stack, Text } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Tells whoever writes the program at the other end what it is told, and how it knows that. */
export function EventGuide() {
  const { t } = useTexts();
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="guide">
        <Accordion.Control icon={<IconCode size={18} stroke={1.6} aria-hidden />}>
          {t('webhooks:guide.title')}
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <CodeBlock title={t('webhooks:guide.told')} text={JSON.stringify(EVENT, null, 2)} />
            <Text size="sm">{t('webhooks:guide.signature')}</Text>
            <Text size="sm">{t('webhooks:guide.again')}</Text>
            <Text size="sm">{t('webhooks:guide.sequence')}</Text>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

const EVENT: WebhookEvent = {
  type: 'message.received',
  timestamp: '2026-05-04T12:30:00.000Z',
  data: {
    company: { id: 1, name: 'Padaria Central' },
    ticket: {
      id: 4211,
      uuid: '0196a1f0-5f3c-7c11-9d1e-2f6b8c0d4e5a',
      status: 'open',
      queue: { id: 3, name: 'Pedidos' },
      user: { id: 5, name: 'Ana' },
      connection: { id: 1, name: 'WhatsApp' },
      channel: '…',
      referral: null,
      token: null,
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
      fromMe: false,
      error: null,
    },
    change: null,
    connection: null,
    campaign: null,
    payment: null,
    deleted: null,
    sequence: 1,
  },
};
