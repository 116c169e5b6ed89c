import { type Icon, IconBold, IconCode, IconItalic, IconStrikethrough } from '@tabler/icons-react';
import { memo, type RefObject } from 'react';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './mark-buttons.module.css';
import { applyEdit, MARKS, type MarkName, toggleMark } from './text-marks.ts';

const MARK_ICONS: Record<MarkName, Icon> = {
  bold: IconBold,
  italic: IconItalic,
  strike: IconStrikethrough,
  code: IconCode,
};

type FieldRef = RefObject<HTMLTextAreaElement | null>;

/** WhatsApp's marks for the selected text. */
export const MarkButtons = memo(function MarkButtons({ field }: { field: FieldRef }) {
  const { t } = useTexts();
  return (
    <div className={classes.marks} role="toolbar" aria-label={t('composer:marks.title')}>
      {MARKS.map(({ name, mark, key, shift }) => {
        const MarkIcon = MARK_ICONS[name];
        return (
          <ToolButton
            key={name}
            aria-label={t(`composer:marks.${name}`)}
            title={`${t(`composer:marks.${name}`)} (Ctrl+${shift ? 'Shift+' : ''}${key.toUpperCase()})`}
            // The selection in the text must stay.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              const at = field.current;
              if (at) applyEdit(at, toggleMark(at.value, at.selectionStart, at.selectionEnd, mark));
            }}
          >
            <MarkIcon size={18} stroke={1.8} />
          </ToolButton>
        );
      })}
    </div>
  );
});

/** Above the text while some of it is selected. The keyboard has the keys of each mark, and the options. */
export const FloatingMarks = ({ field }: { field: FieldRef }) => (
  <div className={classes.floating}>
    <MarkButtons field={field} />
  </div>
);
