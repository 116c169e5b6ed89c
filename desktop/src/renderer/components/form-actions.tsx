import { Button } from '@mantine/core';
import { useTexts } from '../kit/use-texts.ts';
import classes from './form-actions.module.css';

interface Props {
  /** The label of the save button; "save" when absent. */
  label?: string;
  saving: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog, in sight however long the form is. */
export function FormActions({ label, saving, onCancel }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.root}>
      <Button variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" loading={saving}>
        {label ?? t('common:save')}
      </Button>
    </div>
  );
}
