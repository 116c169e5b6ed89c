import type { ColumnMeaning } from '@balcao/shared/features/contacts/import-meanings.ts';
import { readNumbers } from '@balcao/shared/features/contacts/import-numbers.ts';
import type { ImportView } from '@balcao/shared/features/contacts/imports.ts';
import type { Country } from '@balcao/shared/phone/countries.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Button, Group, Select, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiCommand } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FormError } from '../form-error.tsx';
import { CountrySelect } from './country-select.tsx';
import { FormulasNote } from './formulas-note.tsx';
import classes from './import-dialog.module.css';
import type { ImportTarget } from './import-target.ts';

interface Props {
  target: ImportTarget;
  draft: ImportView;
  onStarted: () => void;
}

/** The meaning of a spreadsheet's columns, with its first rows as they will be read. */
export function ImportColumns({ target, draft, onStarted }: Props) {
  const { t } = useTexts();
  const [meanings, setMeanings] = useState<ColumnMeaning[]>(draft.meanings);
  const [country, setCountry] = useState(draft.country);
  const [updateExisting, setUpdateExisting] = useState(false);
  const start = useApiCommand(target.start, { quiet: true });
  const choose = (at: number, meaning: ColumnMeaning) =>
    setMeanings(meanings.map((old, place) => (place === at ? meaning : isOnce(meaning, old) ? 'skip' : old)));
  // Only our own exports have several in one cell.
  const offered = (at: number) =>
    target.meanings.filter((value) => value !== 'pairs' || draft.meanings[at] === 'pairs');
  const submit = () =>
    void start
      .mutateAsync({
        params: target.of(draft.id),
        body: { meanings, updateExisting, ...(country ? { country } : {}) },
      })
      .then(onStarted, () => {});
  return (
    <Stack>
      <FormError error={start.error} />
      <Text size="sm">{t('contacts:importRows', { count: draft.total })}</Text>
      <FormulasNote view={draft} />
      {meanings.filter((meaning) => meaning === 'number').length > 1 ? (
        <Text size="sm" c="var(--text-muted)">
          {t(target.meanings.includes('extra') ? 'contacts:importNumbersKept' : 'contacts:importNumbers')}
        </Text>
      ) : null}
      {country ? (
        <CountrySelect
          label={t('contacts:importCountry')}
          description={t('contacts:importCountryHint')}
          value={country}
          onChange={setCountry}
        />
      ) : null}
      <div className={classes.preview}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {meanings.map((meaning, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <Table.Th key={at}>
                  <Select
                    size="xs"
                    miw={190}
                    label={draft.headings[at] || t('contacts:importColumn', { number: at + 1 })}
                    data={offered(at).map((value) => ({ value, label: t(`contacts:meanings.${value}`) }))}
                    allowDeselect={false}
                    value={meaning}
                    onChange={(value) => choose(at, value as ColumnMeaning)}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {draft.preview.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
              <Table.Tr key={row}>
                {meanings.map((meaning, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                  <Table.Td key={at} className={classes.cell}>
                    {meaning === 'number' ? asNumbers(cells[at], country) : cells[at]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Switch
        label={t('contacts:importUpdate')}
        description={t('contacts:importUpdateHint')}
        checked={updateExisting}
        onChange={(event) => setUpdateExisting(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button
          loading={start.isPending}
          disabled={!target.naming.some((meaning) => meanings.includes(meaning))}
          onClick={submit}
        >
          {t('contacts:importStart')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The parts of a name, numbers, extra information and columns that are left out may be there several times. */
const isOnce = (chosen: ColumnMeaning, other: ColumnMeaning) =>
  chosen === other && !['name', 'number', 'extra', 'skip'].includes(chosen);

/** A cell as its final numbers, the one to write to first; other text stays unchanged. */
function asNumbers(cell = '', country: Country | null): string {
  const { chosen, others } = readNumbers([cell], { headings: [], meanings: ['number'], country });
  if (!chosen) return cell;
  const further = others.map(({ written, extension }) => `${written} ${extension}`.trim());
  return [`${formatPhone(chosen.number)} ${chosen.extension}`.trim(), ...further].join(' · ');
}
