import { MEDIA_LIMIT_BYTES } from '@balcao/shared/constants.ts';
import { ActionIcon, Button, Group, Input, Text, Tooltip } from '@mantine/core';
import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useBridge } from '../app/bridge-context.tsx';
import { handOverFile } from '../app/hand-over-file.ts';
import { showToast, useErrorToast } from '../app/toasts.tsx';
import { useTexts } from '../app/use-texts.ts';
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
  /** It goes up with the command that names it, which may wait for a network. */
  later?: boolean;
  value: AttachedFile | null;
  onChange: (file: AttachedFile | null) => void;
}

/** One file, brought to the server as soon as it is chosen unless it may wait; saving the form around it attaches it. */
export function FileField({ label, description, accept, later = false, value, onChange }: Props) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size > MEDIA_LIMIT_BYTES) {
      showToast(t('errors:ERR_BODY_TOO_LARGE'), { color: 'red' });
      return;
    }
    const before = value;
    onChange({ mediaId: null, name: file.name });
    try {
      const { mediaId, mime } = await handOverFile(bridge, file.name, file);
      if (accept && !accept.includes(mime)) {
        showToast(t('errors:ERR_UNSUPPORTED_MEDIA_TYPE'), { color: 'red' });
        onChange(before);
        await bridge.invoke('media.drop', { mediaId });
        return;
      }
      if (!later) await bridge.invoke('media.upload', { mediaId });
      onChange({ mediaId, name: file.name });
    } catch (error) {
      onChange(before);
      toastError(error);
    }
  }

  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Group gap="xs" mt={6} wrap="nowrap">
        {value ? (
          <>
            <IconFile size={18} stroke={1.6} aria-hidden />
            <Text size="sm" truncate>
              {value.name || t('common:file')}
            </Text>
            {value.mediaId === null ? null : (
              <Tooltip label={t('common:removeFile')}>
                <ActionIcon aria-label={t('common:removeFile')} onClick={() => onChange(null)}>
                  <IconX size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        ) : null}
        <FileButton
          onChange={(file) => void choose(file)}
          {...(accept ? { accept: accept.join(',') } : {})}
          inputProps={{ 'aria-label': label }}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              loading={isOnItsWay(value)}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {value ? t('common:changeFile') : t('common:chooseFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  );
}
