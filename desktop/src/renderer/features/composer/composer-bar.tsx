import type { WritingHabits } from '@balcao/shared/bridge/composer.ts';
import { ActionIcon, SegmentedControl } from '@mantine/core';
import {
  type Icon,
  IconBold,
  IconBolt,
  IconBraces,
  IconCalendarTime,
  IconCode,
  IconItalic,
  IconMicrophone,
  IconPaperclip,
  IconSend2,
  IconSignature,
  IconStrikethrough,
} from '@tabler/icons-react';
import { memo, type RefObject } from 'react';
import { FileButton } from '../../components/file-button.tsx';
import { ToolButton } from '../../components/tool-button.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './composer.module.css';
import type { DraftKeeper } from './draft-keeper.ts';
import { EmojiButton } from './emoji-button.tsx';
import { HabitsMenu } from './habits-menu.tsx';
import { applyEdit, insertAt, MARKS, type MarkName, toggleMark } from './text-marks.ts';
import { useDraftPart } from './use-draft.ts';

interface Props {
  keeper: DraftKeeper;
  field: RefObject<HTMLTextAreaElement | null>;
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
  sending: boolean;
  /** Characters that one message may have. */
  limit: number;
  onFiles(files: File[]): void;
  onRecord(): void;
  /** Absent where the company's plan has no scheduled messages. */
  onSchedule?: () => void;
}

const MARK_ICONS: Record<MarkName, Icon> = {
  bold: IconBold,
  italic: IconItalic,
  strike: IconStrikethrough,
  code: IconCode,
};

/** Below the text: everything that can be put into it, who will read it, and the button that sends. */
export const ComposerBar = memo(function ComposerBar(props: Props) {
  const { keeper, field, habits, change, sending, limit, onFiles, onRecord, onSchedule } = props;
  const { t } = useTexts();
  const isNote = useDraftPart(keeper, (draft) => draft.mode === 'note');
  const isEmpty = useDraftPart(keeper, (draft) =>
    draft.mode === 'note' ? draft.note.trim() === '' : draft.body.trim() === '' && draft.files.length === 0,
  );
  const isTooLong = useDraftPart(
    keeper,
    (draft) => (draft.mode === 'note' ? draft.note : draft.body).length > limit,
  );
  /** A mark that requests suggestions works only at the beginning of a word. */
  const ask = (mark: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? '';
    insert(/\S$/.test(before) ? ` ${mark}` : mark);
  };
  const insert = (text: string) => {
    const at = field.current;
    if (at) insertAt(at, at.selectionStart, at.selectionEnd, text);
  };

  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        className={classes.mode}
        aria-label={t('composer:mode')}
        value={isNote ? 'note' : 'message'}
        data={[
          { value: 'message', label: t('composer:message') },
          { value: 'note', label: t('composer:noteShort') },
        ]}
        onChange={(mode) => keeper.change({ mode })}
      />
      <div className={classes.tools} role="toolbar" aria-label={t('composer:tools')}>
        <EmojiButton habits={habits} change={change} onPick={insert} />
        {isNote ? null : (
          <>
            <FileButton multiple onChange={onFiles}>
              {(button) => (
                <ToolButton {...button} aria-label={t('composer:files.attach')}>
                  <IconPaperclip size={20} stroke={1.6} />
                </ToolButton>
              )}
            </FileButton>
            <ToolButton
              aria-label={t('composer:quick.title')}
              title={t('composer:quick.hint')}
              onClick={() => ask('/')}
            >
              <IconBolt size={20} stroke={1.6} />
            </ToolButton>
            <ToolButton
              aria-label={t('composer:variables')}
              title={t('composer:variablesHint')}
              onClick={() => ask('{{')}
            >
              <IconBraces size={20} stroke={1.6} />
            </ToolButton>
          </>
        )}
        <MarkButtons field={field} />
        {isNote ? null : (
          <ToolButton
            data-sign
            aria-pressed={habits.sign}
            aria-label={t('composer:habits.sign')}
            title={t('composer:habits.sign')}
            onClick={() => change({ sign: !habits.sign })}
          >
            <IconSignature size={20} stroke={1.6} />
          </ToolButton>
        )}
        {onSchedule && !isNote ? (
          <ToolButton aria-label={t('composer:schedule')} title={t('composer:schedule')} onClick={onSchedule}>
            <IconCalendarTime size={20} stroke={1.6} />
          </ToolButton>
        ) : null}
        <HabitsMenu habits={habits} change={change} />
      </div>
      {isEmpty && !isNote ? (
        <ActionIcon
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={t('composer:voice.start')}
          title={t('composer:voice.start')}
          onClick={onRecord}
        >
          <IconMicrophone size={20} stroke={1.7} />
        </ActionIcon>
      ) : (
        <ActionIcon
          type="submit"
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={isNote ? t('composer:keepNote') : t('composer:send')}
          disabled={isEmpty || isTooLong}
          loading={sending}
        >
          <IconSend2 size={20} stroke={1.7} />
        </ActionIcon>
      )}
    </div>
  );
});

const MarkButtons = memo(function MarkButtons({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTexts();
  return (
    <span className={classes.marks}>
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
    </span>
  );
});
