import { updateSetting } from '@balcao/shared/api/settings.ts';
import { settingRule } from '@balcao/shared/domain/settings.ts';
import { ActionIcon, CloseButton, Select, Switch, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { OptionRow } from '../../components/option-row.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useThrownText } from '../../kit/error-text.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import type { Option } from './option-groups.ts';
import classes from './settings.module.css';

interface Props {
  option: Option;
  /** The server's value. */
  value: string;
}

/** One option with the field that fits its values. */
export function OptionField({ option, value }: Props) {
  const { t } = useTexts();
  const Field = fieldOf(option);
  return (
    <OptionRow label={t(`settings:options.${option}`)} hint={t(`settings:hints.${option}`)}>
      {(labelledBy) => <Field option={option} value={value} labelledBy={labelledBy} />}
    </OptionRow>
  );
}

const WORDS = {
  scheduleType: ['disabled', 'company', 'queue'],
  chatBotType: ['text'],
} as const satisfies Partial<Record<Option, readonly string[]>>;

const isChoice = (option: Option): option is keyof typeof WORDS => Object.hasOwn(WORDS, option);
const isToggle = (option: Option) => !isChoice(option) && /^(en|dis)abled$/.test(settingRule(option).initial);

const fieldOf = (option: Option) =>
  isChoice(option) ? ChoiceField : isToggle(option) ? ToggleField : TextField;

interface FieldProps extends Props {
  labelledBy: string;
}

function ToggleField({ option, value, labelledBy }: FieldProps) {
  const { shown, save, saving } = useOption(option, value);
  return (
    <Switch
      aria-labelledby={labelledBy}
      checked={shown === 'enabled'}
      aria-busy={saving}
      onChange={(event) => !saving && save(event.currentTarget.checked ? 'enabled' : 'disabled')}
    />
  );
}

function ChoiceField({ option, value, labelledBy }: FieldProps) {
  const { t } = useTexts();
  const { shown, save, saving } = useOption(option, value);
  const words = isChoice(option) ? WORDS[option] : [];
  return (
    <Select
      aria-labelledby={labelledBy}
      className={classes.field}
      data={words.map((word) => ({ value: word, label: t(`settings:choices.${word}`) }))}
      value={shown}
      aria-busy={saving}
      allowDeselect={false}
      onChange={(word) => word && !saving && save(word)}
    />
  );
}

/** Saved by Enter or its button. A secret comes as a mask, which typing replaces; only its button clears it. */
function TextField({ option, value, labelledBy }: FieldProps) {
  const { t } = useTexts();
  const { shown, show, save, saving } = useOption(option, value);
  const { secret, value: rule } = settingRule(option);
  const masked = secret === true && value !== '' && shown === value;
  const empties = secret === true && shown.trim() === '';
  const dirty = shown !== value && !empties;
  const wrong = dirty && !rule.safeParse(shown.trim()).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && !wrong && !saving) save(shown.trim());
  };
  return (
    <form className={classes.field} onSubmit={submit}>
      <TextInput
        aria-labelledby={labelledBy}
        autoComplete="off"
        value={shown}
        readOnly={saving}
        error={wrong ? t('settings:wrongValue') : null}
        onFocus={() => masked && show('')}
        onBlur={() => empties && show(value)}
        onChange={(event) => show(event.currentTarget.value)}
        rightSection={
          dirty ? (
            <ActionIcon
              type="submit"
              variant="filled"
              size="sm"
              loading={saving}
              aria-label={t('common:save')}
            >
              <IconCheck size={14} aria-hidden />
            </ActionIcon>
          ) : masked ? (
            <CloseButton size="sm" aria-label={t('common:clear')} onClick={() => save('')} />
          ) : null
        }
      />
    </form>
  );
}

/** The field's value before the server has it; a refused change restores the previous one. */
function useOption(option: Option, value: string) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const [shown, show] = useState(value);
  const command = useApiCommand(updateSetting, { quiet: true });
  useEffect(() => show(value), [value]);

  const save = (next: string) => {
    show(next);
    command.mutate(
      { params: { key: option }, body: { value: next } },
      {
        onSuccess: (saved) => {
          // A secret comes back as its mask, which may equal the previous one.
          show(saved.value);
          showToast(t('common:updated'));
        },
        onError: (error) => {
          show(value);
          const title = option === 'notificameHub' ? { title: t('settings:hubFailed') } : {};
          showToast(thrownText(error), { color: 'red', ...title });
        },
      },
    );
  };
  return { shown, show, save, saving: command.isPending };
}
