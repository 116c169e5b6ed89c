import {
  type ImportView,
  importFromPhone,
  listPhoneContacts,
} from '@balcao/shared/features/contacts/imports.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiPages } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FormError } from '../form-error.tsx';
import { LoadMore } from '../load-more.tsx';
import { QueryView } from '../query-view.tsx';
import { SearchField } from '../search-field.tsx';
import { StateView } from '../state-view.tsx';
import classes from './import-dialog.module.css';

interface Props {
  onBack: () => void;
  onStarted: (started: ImportView) => void;
}

/** People of the linked phones' address books who are no contacts yet, to be ticked: all of them at first. */
export function ImportPhone({ onBack, onStarted }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(true);
  /** The people that differ from `all`. */
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set());
  const pages = useApiPages(listPhoneContacts, search ? { searchParam: search } : {}, (page) => page.people);
  const start = useApiCommand(importFromPhone, { quiet: true });
  const [first] = pages.data?.pages ?? [];
  const everybody = useEverybody(search, first?.total);
  const chosen = all ? everybody - others.size : others.size;

  const toggle = (id: number) => {
    const next = new Set(others);
    if (!next.delete(id)) next.add(id);
    setOthers(next);
  };
  const toggleAll = () => {
    setAll(!all || others.size > 0);
    setOthers(new Set());
  };
  const submit = () =>
    void start
      .mutateAsync({ body: all ? { except: [...others] } : { only: [...others] } })
      .then(onStarted, () => {});

  return (
    <Stack>
      <FormError error={start.error} />
      <QueryView query={pages}>
        {() =>
          everybody === 0 && !search ? (
            <StateView
              icon={IconDeviceMobileOff}
              title={t('contacts:phoneEmpty')}
              hint={t('contacts:phoneEmptyHint')}
            />
          ) : (
            <>
              <Group justify="space-between">
                <Checkbox
                  label={t('contacts:phoneAll', { count: everybody })}
                  checked={all && others.size === 0}
                  indeterminate={others.size > 0}
                  onChange={toggleAll}
                />
                <SearchField label={t('contacts:search')} onSearch={setSearch} />
              </Group>
              <fieldset className={classes.people} aria-label={t('contacts:importFromPhone')}>
                {pages.rows.map(({ id, name, number }) => (
                  <Checkbox
                    key={id}
                    className={classes.entry}
                    label={displayName({ name, number })}
                    {...(name ? { description: formatPhone(number) } : {})}
                    checked={all !== others.has(id)}
                    onChange={() => toggle(id)}
                  />
                ))}
                {pages.rows.length === 0 ? <Text size="sm">{t('common:noResults')}</Text> : null}
                <LoadMore pages={pages} />
              </fieldset>
            </>
          )
        }
      </QueryView>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('contacts:importBack')}
        </Button>
        {everybody === 0 ? null : (
          <Button loading={start.isPending} disabled={chosen === 0} onClick={submit}>
            {t('contacts:phoneStart', { count: chosen })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** How many there are without a search. */
function useEverybody(search: string, total: number | null | undefined): number {
  const [everybody, setEverybody] = useState(0);
  if (!search && typeof total === 'number' && total !== everybody) setEverybody(total);
  return everybody;
}
