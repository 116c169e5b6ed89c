import {
  cancelImport,
  getImport,
  type ImportView,
  uploadContacts,
} from '@balcao/shared/api/contact-imports.ts';
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApiCommand, useApiQuery } from '../../app/api-query.ts';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useTexts } from '../../app/use-texts.ts';
import { FileButton } from '../../components/file-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportPhone } from './import-phone.tsx';
import { ImportProblems } from './import-problems.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/**
 * Contacts from a spreadsheet or a phone: choose, say what is what or who, watch them being taken over. Whoever closes it
 * meanwhile finds the progress and the report there again.
 */
export function ImportDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  const [begun, setBegun] = useState<string | null>(null);
  const end = () => {
    setBegun(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('contacts:importTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {!opened ? null : begun ? <Watch id={begun} onClose={end} /> : <Wizard onStarted={setBegun} />}
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

const LOOK_MS = 1_000;

function Watch({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { data, refetch } = useApiQuery(getImport, { params: { importId: id } });
  const cancel = useApiCommand(cancelImport);
  const isRunning = data === undefined || data.state === 'running';
  useEffect(() => {
    if (!isRunning) return void client.invalidateQueries({ queryKey: ['api', 'contacts'] });
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning, refetch, client]);
  if (!data) return null;
  const done = data.created + data.updated + data.skipped + data.failed;
  return (
    <Stack>
      <Progress
        value={data.total === 0 ? 100 : (done / data.total) * 100}
        animated={isRunning}
        aria-label={t('contacts:importTitle')}
      />
      <Text size="sm" role="status">
        {t(`contacts:importStates.${data.state}`)} · {t('contacts:importCounts', { ...data })}
      </Text>
      {data.skipped + data.failed > 0 && !isRunning ? <ImportProblems view={data} /> : null}
      <Group justify="flex-end" gap="xs">
        {isRunning ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { importId: id } })}
          >
            {t('contacts:importCancel')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('common:close')}</Button>
        )}
      </Group>
    </Stack>
  );
}
