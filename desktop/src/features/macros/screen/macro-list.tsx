import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './macro-picker.module.css';

interface ListProps {
  found: readonly MacroRow[];
  chosen: MacroRow | undefined;
  typed: string;
  onType: (text: string) => void;
  onChoose: (id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The field keeps the focus; its keys move in the list below. */
export function MacroList({ found, chosen, typed, onType, onChoose, onKeyDown }: ListProps) {
  const { t } = useTexts();
  const id = useId();
  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div>
      <TextInput
        role="combobox"
        aria-label={t('macros:pick.search')}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(chosen ? { 'aria-activedescendant': `${id}-${chosen.id}` } : {})}
        placeholder={t('macros:pick.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} className={classes.list} role="listbox" aria-label={t('macros:pick.list')}>
        {found.map((macro) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={macro.id}
            id={`${id}-${macro.id}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={macro === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(macro.id)}
          >
            <span className={classes.name}>{macro.name}</span>
            <span className={classes.whose}>{macro.team ? t('macros:ofTeam') : t('macros:mine')}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          {t('macros:pick.none')}
        </Text>
      ) : null}
    </div>
  );
}
