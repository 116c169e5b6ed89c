import { type ImportView, uploadContacts } from '@balcao/shared/api/contact-imports.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { FileButton } from '../../components/file-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportPhone } from './import-phone.tsx';
import { ImportWatch } from './import-watch.tsx';

/** A new one, the id of one that was started, or nothing. */
export type ShownImport = string | 'new' | null;

interface Props {
  shown: ShownImport;
  onShow: (shown: ShownImport) => void;
}

/**
 * Contacts from a spreadsheet or a phone: choose, say what is what or who, watch them being taken over. A dialog that
 * was closed meanwhile is found again on the page.
 */
export function ImportDialog({ shown, onShow }: Props) {
  const { t } = useTexts();
  const onClose = () => onShow(null);
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      size="xl"
      title={t('contacts:importTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shown === 'new' ? (
        <Wizard onStarted={onShow} />
      ) : shown === null ? null : (
        <ImportWatch id={shown} onClose={onClose} />
      )}
    </Modal>
  );
}

function Wizard({ onStarted }: { onStarted: (importId: string) => void }) {
  const [draft, setDraft] = useState<ImportView | null>(null);
  const [fromPhone, setFromPhone] = useState(false);
  if (draft) return <ImportColumns draft={draft} onStarted={() => onStarted(draft.id)} />;
  if (fromPhone)
    return <ImportPhone onBack={() => setFromPhone(false)} onStarted={({ id }) => onStarted(id)} />;
  return <ChooseSource onRead={setDraft} onPhone={() => setFromPhone(true)} />;
}

interface SourceProps {
  onRead: (draft: ImportView) => void;
  onPhone: () => void;
}

function ChooseSource({ onRead, onPhone }: SourceProps) {
  const { t } = useTexts();
  const add = useBridgeCommand('media.add', { quiet: true });
  const upload = useBridgeCommand('media.upload', { quiet: true });
  const read = useApiCommand(uploadContacts, { quiet: true });
  const [busy, setBusy] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size === 0) {
      showToast(t('composer:files.empty', { name: file.name }), { color: 'red' });
      return;
    }
    setBusy(true);
    try {
      const bytes = await base64Of(file);
      const { mediaId } = await add.mutateAsync({ name: file.name, bytes });
      await upload.mutateAsync({ mediaId });
      onRead(await read.mutateAsync({ body: { mediaId } }));
    } catch {
      // Each of them shows its own.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      <FormError error={add.error ?? upload.error ?? read.error} />
      <Text size="sm">{t('contacts:importHint')}</Text>
      <Group>
        <FileButton accept=".csv,.txt,.xls,.xlsx" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} loading={busy} data-autofocus>
              {t('contacts:importChoose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
          disabled={busy}
          onClick={onPhone}
        >
          {t('contacts:importFromPhone')}
        </Button>
      </Group>
    </Stack>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
