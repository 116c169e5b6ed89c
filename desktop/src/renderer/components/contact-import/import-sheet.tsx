import type { ImportDraft } from '@balcao/shared/features/contacts/imports.ts';
import { Select } from '@mantine/core';
import { useApiCommand } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FormError } from '../form-error.tsx';
import type { ImportTarget } from './import-target.ts';

/** A file that was uploaded, and how it was read. */
export interface ReadImport {
  mediaId: string;
  draft: ImportDraft;
}

interface Props extends ReadImport {
  target: ImportTarget;
  onRead: (read: ReadImport) => void;
}

/** Which sheet of the workbook the people are on; nothing where there is no choice. */
export function ImportSheetSelect({ target, mediaId, draft, onRead }: Props) {
  const { t } = useTexts();
  const read = useApiCommand(target.draft, { quiet: true });
  if (draft.sheets.length < 2) return null;
  const choose = (sheet: number) => {
    const input = { params: target.params, body: { mediaId, sheet } };
    void read.mutateAsync(input).then(
      (other) => onRead({ mediaId, draft: other }),
      () => {},
    );
  };
  return (
    <>
      <FormError error={read.error} />
      <Select
        label={t('contacts:importSheet')}
        data={draft.sheets.map(({ name, isHidden, rows }, at) => ({
          value: String(at),
          label: isHidden ? t('contacts:importSheetHidden', { name }) : name,
          disabled: rows === 0,
        }))}
        allowDeselect={false}
        disabled={read.isPending}
        maw={420}
        value={String(draft.sheet)}
        onChange={(sheet) => choose(Number(sheet))}
      />
    </>
  );
}
