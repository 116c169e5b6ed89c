import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApiCommand } from '../../kit/api-query.ts';
import { useBridge } from '../../kit/bridge-context.tsx';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { handOverFile } from '../../kit/hand-over-file.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { FileButton } from '../file-button.tsx';
import { FormError } from '../form-error.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportPhone } from './import-phone.tsx';
import { ImportSheetSelect, type ReadImport } from './import-sheet.tsx';
import type { ImportTarget } from './import-target.ts';
import { ImportWatch } from './import-watch.tsx';

/** A new one, the id of one that was started, or nothing. */
export type ShownImport = string | 'new' | null;

interface Where {
  target: ImportTarget;
  /** Said where a file is chosen. */
  hint: ReactNode;
}

interface Props extends Where {
  shown: ShownImport;
  onShow: (shown: ShownImport) => void;
}

/**
 * Contacts from a spreadsheet or a phone: choose, say what is what or who, watch them being taken over. A dialog that
 * was closed meanwhile is found again on the page.
 */
export function ImportDialog({ shown, onShow, ...where }: Props) {
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
        <Wizard {...where} onStarted={onShow} />
      ) : shown === null ? null : (
        <ImportWatch target={where.target} id={shown} onClose={onClose} />
      )}
    </Modal>
  );
}

function Wizard({ onStarted, ...where }: Where & { onStarted: (importId: string) => void }) {
  const [read, setRead] = useState<ReadImport | null>(null);
  const [fromPhone, setFromPhone] = useState(false);
  if (read) {
    const { draft } = read;
    return (
      <Stack>
        <ImportSheetSelect target={where.target} {...read} onRead={setRead} />
        <ImportColumns
          key={draft.id}
          target={where.target}
          draft={draft}
          onStarted={() => onStarted(draft.id)}
        />
      </Stack>
    );
  }
  if (fromPhone)
    return <ImportPhone onBack={() => setFromPhone(false)} onStarted={({ id }) => onStarted(id)} />;
  return <ChooseSource {...where} onRead={setRead} onPhone={() => setFromPhone(true)} />;
}

interface SourceProps extends Where {
  onRead: (read: ReadImport) => void;
  onPhone: () => void;
}

function ChooseSource({ target, hint, onRead, onPhone }: SourceProps) {
  const { t } = useTexts();
  const bridge = useBridge();
  const upload = useBridgeCommand('media.upload', { quiet: true });
  const read = useApiCommand(target.draft, { quiet: true });
  const take = useMutation({
    mutationFn: async (file: File) => {
      const { mediaId } = await handOverFile(bridge, file.name, file);
      await upload.mutateAsync({ mediaId });
      const input = { params: target.params, body: { mediaId } };
      return { mediaId, draft: await read.mutateAsync(input) };
    },
    onSuccess: onRead,
  });
  const choose = (file: File | null) => {
    if (file?.size === 0) showToast(t('composer:files.empty', { name: file.name }), { color: 'red' });
    else if (file) take.mutate(file);
  };
  return (
    <Stack>
      <FormError error={take.error} />
      <Text size="sm">{hint}</Text>
      <Group>
        <FileButton accept={ACCEPTED} onChange={choose}>
          {(props) => (
            <Button {...props} loading={take.isPending} data-autofocus>
              {t('contacts:importChoose')}
            </Button>
          )}
        </FileButton>
        {target.fromPhone ? (
          <Button
            variant="default"
            leftSection={<IconDeviceMobile size={16} aria-hidden />}
            disabled={take.isPending}
            onClick={onPhone}
          >
            {t('contacts:importFromPhone')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** Kinds of files, as a file button accepts them. */
const ACCEPTED = '.csv,.txt,.xls,.xlsx,.ods,.fods,.vcf';
