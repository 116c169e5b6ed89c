import type { HelpWanted } from '@balcao/shared/features/agent-help/calls.ts';
import type { HelpKind } from '@balcao/shared/features/agent-help/kinds.ts';
import type { WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { ActionIcon, type ActionIconProps, SegmentedControl } from '@mantine/core';
import { IconBolt, IconCalendarTime, IconMicrophone, IconSend2 } from '@tabler/icons-react';
import { memo, type RefObject } from 'react';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { HelpMenu } from './ai-help/help-menu.tsx';
import { AttachButton } from './attach-button.tsx';
import classes from './composer.module.css';
import type { DraftKeeper } from './draft-keeper.ts';
import { EmojiButton } from './emoji-button.tsx';
import { insertAt } from './text-marks.ts';
import { useDraftPart } from './use-draft.ts';
import { WritingOptions } from './writing-options.tsx';

interface Props {
  keeper: DraftKeeper;
  field: RefObject<HTMLTextAreaElement | null>;
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
  mayMark: boolean;
  sending: boolean;
  /** Characters that one message may have. */
  limit: number;
  onFiles(files: File[]): void;
  onList(list: FileListRow): void;
  /** Whose answer is written. */
  contactId: number;
  /** What the AI may do beside the agent. */
  help: readonly HelpKind[];
  onHelp(wanted: HelpWanted): void;
  /** Absent where the channel has no voice notes. */
  onRecord?: () => void;
  /** Absent where the company's plan has no scheduled messages. */
  onSchedule?: () => void;
}

/** Below the text: who will read it, what can be put into it, and the button that sends. Six buttons, and no more; a seventh where an AI helps. */
export const ComposerBar = memo(function ComposerBar(props: Props) {
  const { keeper, field, mayMark, habits, change, sending, limit } = props;
  const { onFiles, onList, onRecord, onSchedule, contactId, help, onHelp } = props;
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
  const askQuick = () => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? '';
    insert(/\S$/.test(before) ? ' /' : '/');
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
            <AttachButton field={field} onFiles={onFiles} onList={onList} />
            <ToolButton
              aria-label={t('composer:quick.title')}
              title={t('composer:quick.hint')}
              onClick={askQuick}
            >
              <IconBolt size={20} stroke={1.6} />
            </ToolButton>
            {help.length > 0 ? (
              <HelpMenu kinds={help} contactId={contactId} keeper={keeper} onAsk={onHelp} />
            ) : null}
          </>
        )}
        <WritingOptions field={field} mayMark={mayMark} habits={habits} change={change} />
      </div>
      {onSchedule && !isNote ? (
        <ToolButton aria-label={t('composer:schedule')} title={t('composer:schedule')} onClick={onSchedule}>
          <IconCalendarTime size={20} stroke={1.6} />
        </ToolButton>
      ) : null}
      {isEmpty && !isNote && onRecord ? (
        <RoundButton label={t('composer:voice.start')} title={t('composer:voice.start')} onClick={onRecord}>
          <IconMicrophone size={20} stroke={1.7} />
        </RoundButton>
      ) : (
        <RoundButton
          type="submit"
          label={isNote ? t('composer:keepNote') : t('composer:send')}
          disabled={isEmpty || isTooLong}
          loading={sending}
        >
          <IconSend2 size={20} stroke={1.7} />
        </RoundButton>
      )}
    </div>
  );
});

interface RoundButtonProps extends ActionIconProps {
  label: string;
  title?: string;
  type?: 'submit';
  onClick?: () => void;
}

function RoundButton({ label, ...props }: RoundButtonProps) {
  return <ActionIcon size={40} variant="filled" color="orange" radius={999} aria-label={label} {...props} />;
}
