import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { RefObject } from 'react';
import { FilledText } from '../../../renderer/components/filled-text.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Variables } from '../../../renderer/kit/use-variables.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { TextField } from './text-field.tsx';
import type { Colleagues } from './use-colleagues.ts';
import { useDraftPart } from './use-draft.ts';

interface Props {
  variables: Variables;
  colleagues: Colleagues;
  keeper: DraftKeeper;
  field: RefObject<HTMLTextAreaElement | null>;
  mayMark: boolean;
  sendKey: 'enter' | 'ctrlEnter';
  onSend(): void;
  onFiles(files: File[]): void;
  onMacro(macroId: number): void;
}

/** The only part that is drawn again with each letter. */
export function DraftField(props: Props) {
  const { keeper, field, mayMark, variables, colleagues, sendKey, onSend, onFiles, onMacro } = props;
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const { data: status } = useBridgeQuery('sync.status', null);
  const isNote = useDraftPart(keeper, (draft) => draft.mode === 'note');
  const text = useDraftPart(keeper, (draft) => (isNote ? draft.note : draft.body));
  const hasCaption = useDraftPart(keeper, (draft) =>
    draft.files.some(({ mime }) => mediaKind(mime) !== 'audio'),
  );

  const addQuickFile = (id: number) => {
    bridge
      .invoke('media.ofQuickMessage', { id })
      .then((file) => keeper.change({ files: [...keeper.current().files, file] }))
      .catch(toastError);
  };
  const placeholder = isNote
    ? t('composer:placeholder.note')
    : hasCaption
      ? t('composer:placeholder.caption')
      : status?.phase === 'live'
        ? t('composer:placeholder.message')
        : t('composer:placeholder.offline');

  return (
    <TextField
      field={field}
      mayMark={mayMark}
      label={isNote ? t('composer:note') : t('composer:message')}
      placeholder={placeholder}
      value={text}
      onChange={(next) => keeper.change(isNote ? { note: next } : { body: next })}
      sendKey={sendKey}
      onSend={onSend}
      onEscape={() => keeper.change({ quotedMsgId: null })}
      variables={variables}
      {...(isNote ? { colleagues } : { onFiles, onQuickFile: addQuickFile, onMacro })}
      onModeKey={() => keeper.change({ mode: isNote ? 'message' : 'note' })}
    />
  );
}

/** A note is for colleagues: its variables are not filled in. */
export function FilledDraft({ keeper, variables }: Pick<Props, 'keeper' | 'variables'>) {
  const text = useDraftPart(keeper, ({ mode, body, files }) =>
    mode === 'message'
      ? [body, ...files.map(({ caption }) => caption)].filter((part) => part.includes('{{')).join('\n')
      : '',
  );
  return <FilledText text={text} fill={variables.fill} />;
}
