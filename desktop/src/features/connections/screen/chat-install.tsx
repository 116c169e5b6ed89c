import type { WebChatDetails } from '@balcao/shared/features/web-chat/calls.ts';
import { Alert, Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { ChatForm } from './chat-values.ts';

interface Props {
  form: ChatForm;
  chat: WebChatDetails;
  isRenewing: boolean;
  onRenew: () => void;
}

/** Which pages may use the chat, the line that they hold, and the secret by which the shop's server proves its customers. */
export function ChatInstall({ form, chat, isRenewing, onRenew }: Props) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const ask = () =>
    confirm(
      {
        title: t('webChat:install.renew'),
        text: t('webChat:install.renewConfirm'),
        confirm: t('webChat:install.renew'),
      },
      onRenew,
    );
  return (
    <Stack>
      <Textarea
        label={t('webChat:install.pages')}
        description={t('webChat:install.pagesHint')}
        placeholder="https://www.loja.com.br"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('pages')}
      />
      <Switch
        label={t('webChat:install.followsPages')}
        description={t('webChat:install.followsPagesHint')}
        {...form.getInputProps('followsPages', { type: 'checkbox' })}
      />
      {chat.script === null ? (
        <Alert color="yellow">{t('webChat:install.noAddress')}</Alert>
      ) : (
        <CodeBlock
          title={t('webChat:install.line')}
          text={`<script async src="${chat.script}" data-key="${chat.key}"></script>`}
        />
      )}
      <CodeBlock title={t('webChat:install.secret')} text={chat.userSecret} />
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="var(--text-muted)">
          {t('webChat:install.secretHint')}
        </Text>
        <Button variant="default" loading={isRenewing} onClick={ask} style={{ flexShrink: 0 }}>
          {t('webChat:install.renew')}
        </Button>
      </Group>
    </Stack>
  );
}
