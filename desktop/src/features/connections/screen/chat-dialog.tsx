import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import {
  getWebChat,
  renewWebChatSecret,
  saveWebChat,
  type WebChatDetails,
} from '@balcao/shared/features/web-chat/calls.ts';
import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChatFormFields, ChatLookFields, ChatWordsFields } from './chat-fields.tsx';
import { ChatInstall } from './chat-install.tsx';
import { ChatPreview } from './chat-preview.tsx';
import { type ChatValues, isPageAddress, pagesOf, settingsOf, valuesOf } from './chat-values.ts';

const SECTIONS = ['look', 'words', 'form', 'install'] as const;
type Section = (typeof SECTIONS)[number];

interface Props {
  connection: ConnectionRow | null;
  onClose: () => void;
}

/** How a chat on the company's own pages looks, which pages may use it, and what they hold for that. */
export function ChatDialog({ connection, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={connection}
      title={({ name }) => t('webChat:title', { name })}
      size="xl"
      onClose={onClose}
    >
      {({ id }) => (
        <FormStart key={id} contract={getWebChat} input={{ params: { whatsappId: id } }}>
          {(start) => <ChatForm id={id} start={start} onClose={onClose} />}
        </FormStart>
      )}
    </FormDialog>
  );
}

function ChatForm({ id, start, onClose }: { id: number; start: WebChatDetails; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const [section, setSection] = useState<Section>('look');
  const [installed, setInstalled] = useState(start);
  const save = useApiCommand(saveWebChat, { quiet: true });
  const renew = useApiCommand(renewWebChatSecret);
  const params = { whatsappId: id };
  const form = useForm<ChatValues>({
    initialValues: valuesOf(start),
    validate: {
      colour: (colour) => (/^#[\da-f]{6}$/i.test(colour) ? null : rules.required('')),
      logoUrl: (url) =>
        url.trim() === '' || /^https:\/\/\S+$/i.test(url.trim()) ? null : t('webChat:look.logoWrong'),
      passesOnAfter: (minutes) => (Number(minutes) >= 1 ? null : rules.required('')),
      pages: (pages) => (pagesOf(pages).every(isPageAddress) ? null : t('webChat:install.pagesWrong')),
    },
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { params, body: settingsOf(values) },
        {
          onSuccess() {
            showToast(t('webChat:saved'));
            onClose();
          },
        },
      ),
    // A field that is wrong must be seen.
    ({ pages, passesOnAfter }) => setSection(pages ? 'install' : passesOnAfter ? 'form' : 'look'),
  );
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[save]} onClose={onClose}>
      <Tabs value={section} onChange={(value) => setSection(value as Section)} keepMounted>
        <Tabs.List mb="md">
          {SECTIONS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {t(`webChat:sections.${value}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="look">
          <ChatLookFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="words">
          <ChatWordsFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="form">
          <ChatFormFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="install">
          <ChatInstall
            form={form}
            chat={installed}
            isRenewing={renew.isPending}
            onRenew={() => renew.mutate({ params }, { onSuccess: setInstalled })}
          />
        </Tabs.Panel>
      </Tabs>
      {section !== 'install' && <ChatPreview appearance={settingsOf(form.values).appearance} />}
    </RecordForm>
  );
}
