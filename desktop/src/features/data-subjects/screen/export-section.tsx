import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import {
  type DataExport,
  exportContact,
  exportNumber,
  listExportsOfContact,
  listExportsOfNumber,
} from '@balcao/shared/features/data-subjects/exports.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { type Read, useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ExportState } from './export-state.tsx';

const LOOK_MS = 1_500;
const OF_PERSON = 'person';

/** Makes all of it into a ZIP that is handed on, shows how far it is, and gives it out. */
export function ExportSection({ file }: { file: DataFile }) {
  const { t } = useTexts();
  const [contact] = file.contacts;
  const [number = ''] = file.numbers;
  const query = useExports(contact?.id, number);
  return (
    <Section title={t('dataSubjects:exports.export')} hint={t('dataSubjects:exports.exportHint')}>
      <QueryView query={query} skeleton={<Skeleton height={48} radius="md" />}>
        {({ exports }) => (
          <Stack gap="md">
            {exports.map((one) => (
              <ExportState key={one.id} export={one} />
            ))}
            {exports.some(({ state }) => state === 'making') ? null : (
              <Ask contactId={contact?.id} number={number} isAgain={exports.length > 0} />
            )}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

/** While one is made it is looked at again and again. */
function useExports(contactId: number | undefined, number: string): Read<{ exports: DataExport[] }> {
  const [isMaking, setMaking] = useState(false);
  const everyMs = isMaking ? LOOK_MS : undefined;
  const ofContact = useApiQuery(
    listExportsOfContact,
    { params: { contactId: contactId ?? 0 } },
    { enabled: contactId !== undefined, everyMs },
  );
  const ofNumber = useApiQuery(
    listExportsOfNumber,
    { params: { number } },
    { enabled: contactId === undefined, everyMs },
  );
  const query = contactId === undefined ? ofNumber : ofContact;
  const making = query.data?.exports.some(({ state }) => state === 'making') ?? false;
  if (making !== isMaking) setMaking(making);
  return query;
}

function Ask({
  contactId,
  number,
  isAgain,
}: {
  contactId: number | undefined;
  number: string;
  isAgain: boolean;
}) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<string>(OF_PERSON);
  const ofContact = useApiCommand(exportContact);
  const ofNumber = useApiCommand(exportNumber);
  const language = LANGUAGES.find((known) => known === chosen);
  const body = language ? { language } : {};
  const prepare = () =>
    contactId === undefined
      ? ofNumber.mutate({ params: { number }, body })
      : ofContact.mutate({ params: { contactId }, body });
  return (
    <Group gap="sm" align="end">
      <Select
        label={t('common:language')}
        allowDeselect={false}
        data={[
          { value: OF_PERSON, label: t('dataSubjects:exports.ofPerson') },
          ...LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) })),
        ]}
        value={chosen}
        onChange={(value) => setChosen(value ?? OF_PERSON)}
      />
      <Button
        variant={isAgain ? 'default' : 'filled'}
        loading={ofContact.isPending || ofNumber.isPending}
        onClick={prepare}
      >
        {t(isAgain ? 'dataSubjects:exports.prepareAgain' : 'dataSubjects:exports.prepare')}
      </Button>
    </Group>
  );
}
