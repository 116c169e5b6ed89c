import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FilledText } from '../../../renderer/components/filled-text.tsx';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Variables } from '../../../renderer/kit/use-variables.ts';
import classes from './bars.module.css';
import fieldClasses from './composer.module.css';
import { TextField } from './text-field.tsx';

interface Props {
  message: MessageItem;
  sendKey: 'enter' | 'ctrlEnter';
  variables: Variables;
  onEnd(): void;
}

/** Keeps by message what was written again when one looked into another conversation meanwhile. */
const unfinished = new Map<string, string>();

/** In the place of the draft, which waits: the text of a message that is being written again. */
export function EditLine({ message, sendKey, variables, onEnd }: Props) {
  const { t } = useTexts();
  const [body, setBody] = useState(unfinished.get(message.id) ?? message.body);
  const write = (text: string) => {
    unfinished.set(message.id, text);
    setBody(text);
  };
  const end = () => {
    unfinished.delete(message.id);
    onEnd();
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = useBridgeCommand('messages.edit');
  const filled = variables.fill(body.trim());
  const isReady = filled !== '' && filled.length <= MESSAGE_MAX_CHARS;
  const save = () => {
    if (!isReady) return;
    if (filled === message.body) return end();
    const { id, ticketId } = message;
    void edit.mutateAsync({ id, ticketId, body: filled }).then(end, () => {});
  };
  return (
    <>
      <div className={classes.bar}>
        <IconPencil size={17} stroke={1.7} aria-hidden />
        <span className={classes.text}>
          <span className={classes.who}>{t('composer:editing')}</span>
          <span className={classes.muted}>{message.body}</span>
        </span>
        <ActionIcon size={30} aria-label={t('composer:cancelEdit')} onClick={end}>
          <IconX size={17} />
        </ActionIcon>
      </div>
      <FilledText text={body} fill={variables.fill} />
      <div className={fieldClasses.editing}>
        <div className={fieldClasses.grow}>
          <TextField
            field={field}
            mayMark
            label={t('composer:message')}
            placeholder=""
            value={body}
            onChange={write}
            sendKey={sendKey}
            onSend={save}
            onEscape={end}
            variables={variables}
          />
        </div>
        <ActionIcon
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={t('composer:saveEdit')}
          disabled={!isReady}
          loading={edit.isPending}
          onClick={save}
        >
          <IconCheck size={20} stroke={1.8} />
        </ActionIcon>
      </div>
    </>
  );
}
