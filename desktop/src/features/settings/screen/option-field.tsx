import { RATING_SCALES } from '@balcao/shared/features/ratings/scale.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { SECOND_FACTOR_CHOICES, settingRule } from '@balcao/shared/features/settings/rules.ts';
import { ActionIcon, CloseButton, Select, Switch, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { OptionRow } from '../../../renderer/components/option-row.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isToggle, type Option } from './option-groups.ts';
import classes from './settings.module.css';

interface Props {
  option: Option;
  /** The server's value. */
  value: string;
}

/** One option with the field that fits its values, what its state means, and whether that is saved. */
export function OptionField({ option, value }: Props) {
  const { t } = useTexts();
  const control = useOption(option, value);
  const Field = fieldOf(option);
  const hint = isToggle(option)
    ? t(`settings:states.${option}.${control.shown === 'enabled' ? 'enabled' : 'disabled'}`)
    : t(`settings:hints.${option}`);
  return (
    <OptionRow label={t(`settings:options.${option}`)} hint={hint}>
      {(labelledBy) => (
        <div className={classes.control}>
          <SaveState control={control} />
          <Field option={option} value={value} labelledBy={labelledBy} control={control} />
        </div>
      )}
    </OptionRow>
  );
}

/** Every change is sent at once, and a text with Enter: the row says how far it got. */
function SaveState({ control: { isDirty, saving, isSaved } }: { control: Control }) {
  const { t } = useTexts();
  const state = saving ? 'saving' : isDirty ? 'unsaved' : isSaved ? 'saved' : null;
  return (
    <span role="status" className={classes.state} data-state={state}>
      {state ? t(`settings:saveState.${state}`) : null}
    </span>
  );
}

const WORDS = {
  scheduleType: ['disabled', 'company', 'queue'],
  chatBotType: ['text'],
  ratingScale: RATING_SCALES,
  requireSecondFactor: SECOND_FACTOR_CHOICES,
} as const satisfies Partial<Record<Option, readonly string[]>>;

const isChoice = (option: Option): option is keyof typeof WORDS => Object.hasOwn(WORDS, option);

const fieldOf = (option: Option) =>
  isChoice(option) ? ChoiceField : isToggle(option) ? ToggleField : TextField;

interface FieldProps extends Props {
  labelledBy: string;
  control: Control;
}

function ToggleField({ labelledBy, control: { shown, save, saving } }: FieldProps) {
  return (
    <Switch
      aria-labelledby={labelledBy}
      checked={shown === 'enabled'}
      aria-busy={saving}
      onChange={(event) => !saving && save(event.currentTarget.checked ? 'enabled' : 'disabled')}
    />
  );
}

function ChoiceField({ option, labelledBy, control: { shown, save, saving } }: FieldProps) {
  const { t } = useTexts();
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
function TextField({ option, value, labelledBy, control }: FieldProps) {
  const { t } = useTexts();
  const { shown, show, save, saving, isDirty, isEmptied } = control;
  const { secret, value: rule } = settingRule(option);
  const masked = secret === true && value !== '' && shown === value;
  const wrong = isDirty && !rule.safeParse(shown.trim()).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty && !wrong && !saving) save(shown.trim());
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
        onBlur={() => isEmptied && show(value)}
        onChange={(event) => show(event.currentTarget.value)}
        rightSection={
          isDirty ? (
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

type Control = ReturnType<typeof useOption>;

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
  // What passes through an empty secret has not cleared it.
  const isEmptied = settingRule(option).secret === true && shown.trim() === '';
  return {
    shown,
    show,
    save,
    saving: command.isPending,
    isEmptied,
    isDirty: shown !== value && !isEmptied,
    isSaved: command.isSuccess,
  };
}
