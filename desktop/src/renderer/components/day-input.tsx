import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import type { Language } from '@balcao/shared/text/languages.ts';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useUncontrolled } from '@mantine/hooks';
import { useTexts } from '../kit/use-texts.ts';
import classes from './day-input.module.css';
import { writtenDay } from './written-day.ts';

/** The words of dayjs for the way in which the format writes a date. */
const WRITING: Record<Language, { locale: string; valueFormat: string }> = {
  pt: { locale: 'pt-br', valueFormat: 'DD/MM/YYYY' },
  en: { locale: 'en', valueFormat: 'MMM D, YYYY' },
  es: { locale: 'es', valueFormat: 'DD/MM/YYYY' },
};

type Own = 'valueFormat' | 'dateParser' | 'locale' | 'value' | 'defaultValue' | 'onChange';

interface Props extends Omit<DateInputProps, Own> {
  value?: string | null;
  defaultValue?: string | null;
  onChange?: (day: string | null) => void;
}

/** A calendar day as YYYY-MM-DD, or null; typed day first in every language, then shown as dates are elsewhere. */
export function DayInput(props: Props) {
  const { t, i18n } = useTexts();
  const [day, setDay] = useUncontrolled<string | null>({ finalValue: null, ...props });
  return (
    <DateInput
      {...WRITING[i18n.language as Language]}
      placeholder={t('common:dayPlaceholder')}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      nextLabel={t('common:nextMonth')}
      previousLabel={t('common:previousMonth')}
      classNames={{ day: classes.day }}
      {...props}
      value={day}
      onChange={setDay}
      // Without one the browser reads the text: the month first, or not at all.
      dateParser={writtenDay}
      // The previous day does not match the text there now.
      onInput={({ currentTarget }) => {
        if (writtenDay(currentTarget.value) === null) setDay(null);
      }}
    />
  );
}
