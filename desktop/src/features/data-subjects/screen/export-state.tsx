import { type DataExport, removeExport } from '@balcao/shared/features/data-subjects/exports.ts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** How far it is, its ZIPs, and until when there are any. */
export function ExportState({ export: made }: { export: DataExport }) {
  const { t } = useTexts();
  const format = useFormat();
  const confirm = useConfirm();
  const remove = useApiCommand(removeExport);
  const { id, state, askedBy, askedAt, parts } = made;
  const asked = t('dataSubjects:exports.by', { name: askedBy, when: format.moment(askedAt) });
  const end = () =>
    void whenSaved(
      remove.mutateAsync({ params: { exportId: id } }),
      t('dataSubjects:exports.exportRemoved'),
      () => {},
    );
  const question = {
    title: t('dataSubjects:exports.removeTitle'),
    text: t('dataSubjects:exports.removeQuestion'),
    confirm: t('dataSubjects:exports.removeExport'),
  };
  return (
    <Stack gap="xs">
      {state === 'making' ? <Making export={made} /> : null}
      {state === 'failed' ? (
        <Text size="sm" c="red" role="alert">
          {t('dataSubjects:exports.failed')}
        </Text>
      ) : null}
      {state === 'done' ? <Ready export={made} /> : null}
      <Text size="xs" c="var(--text-muted)">
        {asked}
      </Text>
      <Group gap="xs">
        {state === 'done'
          ? parts.map((part) => (
              <Download key={part.part} exportId={id} part={part} isOnly={parts.length === 1} />
            ))
          : null}
        <Button
          size="compact-sm"
          variant="default"
          loading={remove.isPending}
          onClick={() => (state === 'making' ? end() : confirm(question, end))}
        >
          {t(state === 'making' ? 'dataSubjects:exports.stop' : 'dataSubjects:exports.removeExport')}
        </Button>
      </Group>
    </Stack>
  );
}

function Making({ export: { messages, messagesTotal } }: { export: DataExport }) {
  const { t } = useTexts();
  const format = useFormat();
  // What has come since it was asked for is in it, too.
  const done = Math.min(messages, messagesTotal);
  const text =
    done === 0
      ? t('dataSubjects:exports.preparingFirst')
      : t('dataSubjects:exports.preparing', {
          messages: format.number(done),
          total: format.number(messagesTotal),
        });
  return (
    <>
      <Progress
        value={messagesTotal === 0 ? 0 : (done / messagesTotal) * 100}
        animated
        aria-label={t('dataSubjects:exports.export')}
      />
      <Text size="sm" role="status">
        {text}
      </Text>
    </>
  );
}

function Ready({ export: { parts, endsAt, askedAt } }: { export: DataExport }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <Text size="sm" role="status">
        {t('dataSubjects:exports.ready', { until: format.moment(endsAt ?? askedAt) })}
      </Text>
      {parts.length > 1 ? <Text size="sm">{t('dataSubjects:exports.severalParts')}</Text> : null}
    </>
  );
}

/** It goes straight to where the person keeps it. */
function Download({
  exportId,
  part: { part, size },
  isOnly,
}: {
  exportId: number;
  part: DataExport['parts'][number];
  isOnly: boolean;
}) {
  const { t } = useTexts();
  const fileSize = useFileSize();
  const download = useBridgeCommand('dataSubjects.download');
  const take = () => void download.mutateAsync({ exportId, part }).then(saveFile, () => {});
  const words = { part, size: fileSize(size) };
  return (
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={download.isPending}
      onClick={take}
    >
      {isOnly ? t('dataSubjects:exports.download', words) : t('dataSubjects:exports.downloadPart', words)}
    </Button>
  );
}
