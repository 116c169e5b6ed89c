import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { ActionIcon, Button, Group, Input, Text, Tooltip } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { BridgeClient } from '../../bridge/client.ts';
import { useBridge } from '../kit/bridge-context.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { handOverFile } from '../kit/hand-over-file.ts';
import { showToast, useErrorToast } from '../kit/toasts.tsx';
import { useOnLeave } from '../kit/use-on-leave.ts';
import { useTexts } from '../kit/use-texts.ts';
import { FileButton } from './file-button.tsx';

export interface AttachedFile {
  /** Null while it is on its way: the form around it holds it already, and cannot be saved before it is there. */
  mediaId: string | null;
  name: string;
}

export const isOnItsWay = (file: AttachedFile | null): boolean => file?.mediaId === null;

interface Props {
  label: string;
  description?: string;
  /** Media types; absent: any. */
  accept?: readonly string[];
  /** The words of the button that chooses one, where they are not the usual ones. */
  choose?: string;
  /** Asks before the file is taken away. */
  askRemove?: (remove: () => void) => void;
  disabled?: boolean;
  /** What is said of another type. */
  unfit?: string;
  /** It goes up with the command that names it, which may wait for a network. */
  later?: boolean;
  value: AttachedFile | null;
  onChange: (file: AttachedFile | null) => void;
}

/** One file, uploaded as soon as it is chosen unless it may wait; saving the form around it attaches it. */
export function FileField(props: Props) {
  const { t } = useTexts();
  const { label, description, askRemove = atOnce, disabled = false } = props;
  const { accept, value, choose: chooseLabel = t('common:chooseFile') } = props;
  const { choose, remove, percent } = useUpload(props);
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Group gap="xs" mt={6} wrap="nowrap">
        {value ? (
          <>
            <IconFile size={18} stroke={1.6} aria-hidden />
            <Text size="sm" truncate>
              {value.name || t('common:file')}
            </Text>
            {percent === null ? null : (
              <Text size="sm" c="dimmed">
                {t('outbox:uploaded', { percent })}
              </Text>
            )}
            <Tooltip label={t('common:removeFile')}>
              <ActionIcon
                aria-label={t('common:removeFile')}
                disabled={disabled}
                onClick={() => askRemove(remove)}
              >
                <IconX size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </>
        ) : null}
        <FileButton
          onChange={(file) => void choose(file)}
          {...(accept ? { accept: accept.join(',') } : {})}
          inputProps={{ 'aria-label': label }}
          disabled={disabled}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              disabled={disabled}
              flex="none"
              loading={isOnItsWay(value)}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {value ? t('common:changeFile') : chooseLabel}
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  );
}

const atOnce = (remove: () => void) => remove();

/** A file that a draft or a command names by now stays; the next start releases the rest. */
function drop(bridge: BridgeClient, file: Pick<AttachedFile, 'mediaId'> | null | undefined): void {
  if (file?.mediaId) bridge.invoke('media.drop', { mediaId: file.mediaId }).catch(() => {});
}

/** The way of a chosen file to the server; until it is there the field can be given back what it held. */
function useUpload({
  accept,
  unfit,
  later = false,
  value,
  onChange,
}: Pick<Props, 'accept' | 'unfit' | 'later' | 'value' | 'onChange'>) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  /** The awaited upload: after an undo its result is ignored. */
  const underWay = useRef<{ before: AttachedFile | null }>(null);
  const [upload, setUpload] = useState({ mediaId: '', size: 0 });
  const percent = usePercent(upload, isOnItsWay(value));

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size === 0)
      return void showToast(t('composer:files.empty', { name: file.name }), { color: 'red' });
    if (file.size > MEDIA_LIMIT_BYTES)
      return void showToast(t('common:errors.ERR_BODY_TOO_LARGE'), { color: 'red' });
    const turn = { before: value };
    underWay.current = turn;
    setUpload({ mediaId: '', size: 0 });
    onChange({ mediaId: null, name: file.name });
    try {
      const mediaId = await bring(file, () => underWay.current === turn);
      if (underWay.current !== turn) return;
      if (mediaId !== null) drop(bridge, turn.before);
      onChange(mediaId === null ? turn.before : { mediaId, name: file.name });
    } catch (error) {
      if (underWay.current !== turn) return;
      onChange(turn.before);
      toastError(error);
    }
  }

  /** @returns null for a file that does not suit, or that nobody wants any more */
  async function bring(file: File, isWanted: () => boolean): Promise<string | null> {
    const { mediaId, mime } = await handOverFile(bridge, file.name, file);
    const isUnfit = accept !== undefined && !accept.includes(mime);
    if (isUnfit && isWanted())
      showToast(unfit ?? t('common:errors.ERR_UNSUPPORTED_MEDIA_TYPE'), { color: 'red' });
    if (!isUnfit && isWanted()) {
      if (!later) {
        setUpload({ mediaId, size: file.size });
        await bridge.invoke('media.upload', { mediaId });
      }
      if (isWanted()) return mediaId;
    }
    drop(bridge, { mediaId });
    return null;
  }

  function remove(): void {
    const before = isOnItsWay(value) ? underWay.current?.before : null;
    underWay.current = null;
    drop(bridge, value);
    onChange(before ?? null);
  }

  useOnLeave(() => {
    drop(bridge, value);
    drop(bridge, underWay.current?.before);
    underWay.current = null;
  });

  return { choose, remove, percent };
}

/** How much of a file that goes up has arrived. */
function usePercent({ mediaId, size }: { mediaId: string; size: number }, isOnItsWay: boolean) {
  const isUploading = isOnItsWay && size > 0;
  const { data: sent = 0 } = useBridgeQuery('media.sent', { mediaId }, { enabled: isUploading });
  return isUploading ? Math.floor((100 * sent) / size) : null;
}
