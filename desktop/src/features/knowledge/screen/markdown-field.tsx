import type { ArticleFileView } from '@balcao/shared/features/knowledge/row.ts';
import { ActionIcon, Group, SegmentedControl, Text, Textarea, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './knowledge.module.css';
import { MarkdownText } from './markdown-text.tsx';
import { inserting, type Mark, type Marking, marking } from './marking.ts';
import { useArticleFile } from './use-article-file.ts';

const TOOLS: readonly { mark: Mark; icon: Icon }[] = [
  { mark: 'heading', icon: IconHeading },
  { mark: 'bold', icon: IconBold },
  { mark: 'italic', icon: IconItalic },
  { mark: 'bullets', icon: IconList },
  { mark: 'numbers', icon: IconListNumbers },
  { mark: 'quote', icon: IconBlockquote },
  { mark: 'link', icon: IconLink },
];

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Those that the text has shown so far. */
  files: readonly ArticleFileView[];
  /** A file is on its way: until it is there the text does not name it. */
  onBusy: (isBusy: boolean) => void;
  error?: ReactNode;
}

/** A text in Markdown, with buttons for whoever does not know its signs, and a look at what it becomes. */
export function MarkdownField({ label, value, onChange, files, onBusy, error }: Props) {
  const { t } = useTexts();
  const [view, setView] = useState<'write' | 'preview'>('write');
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={label}
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: t('knowledge:writing') },
            { value: 'preview', label: t('knowledge:preview') },
          ]}
        />
      </Group>
      {view === 'write' ? (
        <Writing {...{ label, value, onChange, onBusy, error }} />
      ) : (
        <div className={classes.preview}>
          {value.trim() === '' ? t('knowledge:blank') : <MarkdownText text={value} files={files} />}
        </div>
      )}
    </div>
  );
}

function Writing({ label, value, onChange, onBusy, error }: Omit<Props, 'files'>) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBringing, bring } = useArticleFile((markdown) => {
    const area = field.current;
    if (area) write(area, inserting(markdown, area.value, area.selectionEnd));
  }, onBusy);

  function put(mark: Mark): void {
    const area = field.current;
    if (area) write(area, marking(mark, area.value, area.selectionStart, area.selectionEnd));
  }

  function write(area: HTMLTextAreaElement, { from, to, text, selected }: Marking): void {
    area.setRangeText(text, from, to);
    area.setSelectionRange(...selected);
    // Sets it as typing would: React otherwise misses a text that is typed back to its previous value.
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.focus();
  }

  return (
    <>
      <Group gap={2} mb={4} role="toolbar" aria-label={t('knowledge:tools.label')}>
        {TOOLS.map(({ mark, icon: IconOf }) => (
          <Tooltip key={mark} label={t(`knowledge:tools.${mark}`)}>
            <ActionIcon variant="subtle" aria-label={t(`knowledge:tools.${mark}`)} onClick={() => put(mark)}>
              <IconOf size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
        <FileButton onChange={(file) => void bring(file)}>
          {(button) => (
            <Tooltip label={t('knowledge:tools.file')}>
              <ActionIcon
                {...button}
                variant="subtle"
                loading={isBringing}
                aria-label={t('knowledge:tools.file')}
              >
                <IconPhoto size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
      </Group>
      <Textarea
        ref={field}
        aria-label={label}
        autosize
        minRows={10}
        maxRows={18}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
