import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './row-checkbox.module.css';

interface Props {
  name: string;
  checked: boolean;
  /** @param extend with everything from the last one on */
  onCheck: (extend: boolean) => void;
}

/** Over the avatar while the pointer is on the row; the key X does the same. */
export function RowCheckbox({ name, checked, onCheck }: Props) {
  const { t } = useTexts();
  return (
    <label className={classes.root} data-checkbox>
      <input
        type="checkbox"
        className={classes.box}
        tabIndex={-1}
        checked={checked}
        aria-label={t('tickets:bulk.selectOf', { name })}
        onChange={(event) => onCheck(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        onClick={(event) => event.stopPropagation()}
      />
    </label>
  );
}
