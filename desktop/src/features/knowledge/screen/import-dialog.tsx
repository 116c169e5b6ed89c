import { withoutFiles } from '@balcao/shared/features/knowledge/files.ts';
import {
  type ImportedArticle,
  importArticles,
  previewFiles,
  previewPage,
} from '@balcao/shared/features/knowledge/import.ts';
import { MAX_IMPORTED_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import { AUDIENCES, type Audience } from '@balcao/shared/features/knowledge/row.ts';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { bringPictures, type Gathered, gather, isImported } from './imported-files.ts';
import classes from './knowledge.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Where articles come in from files and pages: what would become of them is seen first. */
export function ImportDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={opened || null} title={() => t('knowledge:import.title')} size="lg" onClose={onClose}>
      {() => <Steps onClose={onClose} />}
    </FormDialog>
  );
}

function Steps({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTexts();
  const files = useApiCommand(previewFiles, { quiet: true });
  const page = useApiCommand(previewPage, { quiet: true });
  const [url, setUrl] = useState('');
  const [gathered, setGathered] = useState(NOTHING);
  const readPage = (event: FormEvent) => {
    event.preventDefault();
    setGathered(NOTHING);
    page.mutate({ body: { url: url.trim() } });
  };
  const readFiles = async (chosen: readonly File[]) => {
    const read = await gather(chosen);
    setGathered(read);
    if (read.files.length > 0) files.mutate({ body: { files: read.files } });
  };
  const found = [files.data, page.data].find((read) => read && read.articles.length > 0);
  const isReading = files.isPending || page.isPending;
  if (found) return <Chosen {...found} gathered={gathered} onClose={onClose} />;
  return (
    <Stack>
      <FormError error={files.error ?? page.error} />
      {files.data || page.data ? <Text size="sm">{t('knowledge:import.nothing')}</Text> : null}
      <Text size="sm">{t('knowledge:import.hint', { count: MAX_IMPORTED_ARTICLES })}</Text>
      <Group>
        <FileButton
          multiple
          accept=".md,.markdown,.txt,.csv,.html,.htm,.png,.jpg,.jpeg,.webp,.gif"
          onChange={(files) => void readFiles(files)}
        >
          {(button) => (
            <Button {...button} variant="default" loading={isReading}>
              {t('knowledge:import.files')}
            </Button>
          )}
        </FileButton>
        <FolderButton onFiles={(files) => void readFiles(files)} disabled={isReading} />
      </Group>
      <form onSubmit={readPage} noValidate>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            className={classes.url}
            label={t('knowledge:import.url')}
            type="url"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!isAddress(url)} loading={isReading}>
            {t('knowledge:import.read')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}

/** A folder with its files: whatever is no text and no picture is left behind. */
function FolderButton({ onFiles, disabled }: { onFiles: (files: File[]) => void; disabled: boolean }) {
  const { t } = useTexts();
  return (
    <FileButton
      multiple
      inputProps={{ webkitdirectory: '' } as object}
      onChange={(files) => onFiles(files.filter(isImported))}
    >
      {(button) => (
        <Button {...button} variant="default" disabled={disabled}>
          {t('knowledge:import.folder')}
        </Button>
      )}
    </FileButton>
  );
}

interface Found {
  articles: ImportedArticle[];
  cut: string[];
  empty: string[];
  hasMore: boolean;
  gathered: Gathered;
}

/** What was found, of which somebody chooses what becomes a draft. */
function Chosen({ articles, cut, empty, hasMore, gathered, onClose }: Found & Pick<Props, 'onClose'>) {
  const { t, i18n } = useTexts();
  const bridge = useBridge();
  const bring = useMutation({
    mutationFn: (chosen: ImportedArticle[]) => bringPictures(bridge, chosen, gathered.pictures),
  });
  const write = useApiCommand(importArticles, { quiet: true });
  const [places, setPlaces] = useState(() => articles.map((_, place) => String(place)));
  const [language, setLanguage] = useState(i18n.language as Language);
  const [audience, setAudience] = useState<Audience>('team');
  const chosen = articles.filter((_, place) => places.includes(String(place)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length === 0) return;
    const saved = bring
      .mutateAsync(chosen)
      .then((articles) => write.mutateAsync({ body: { language, audience, articles } }));
    const told = ({ created, taken }: Awaited<typeof saved>) =>
      taken.length === 0
        ? t('knowledge:import.done', { created })
        : t('knowledge:import.doneButTaken', { created, names: taken.join(', ') });
    void whenSaved(saved, told, onClose);
  };
  return (
    <RecordForm
      isUnsaved={() => true}
      onSubmit={submit}
      commands={[bring, write]}
      label={t('knowledge:import.make', { count: chosen.length })}
      onClose={onClose}
    >
      <Checkbox.Group label={t('knowledge:import.found')} value={places} onChange={setPlaces}>
        <Stack gap={6} mt={6} className={classes.found}>
          {articles.map(({ title, category, body }, place) => (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: what was read does not change, and names may be twice
              key={place}
              value={String(place)}
              label={category ? `${title} · ${category}` : title}
              description={withoutFiles(body).slice(0, 140)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {gathered.pictures.size > 0 ? (
        <Text size="sm">{t('knowledge:import.pictures', { count: gathered.pictures.size })}</Text>
      ) : null}
      {gathered.without.length > 0 ? (
        <Text size="sm">{t('knowledge:import.without', { names: gathered.without.join(', ') })}</Text>
      ) : null}
      {cut.length > 0 ? <Text size="sm">{t('knowledge:import.cut', { names: cut.join(', ') })}</Text> : null}
      {empty.length > 0 ? (
        <Text size="sm">{t('knowledge:import.empty', { names: empty.join(', ') })}</Text>
      ) : null}
      {hasMore ? <Text size="sm">{t('knowledge:import.more', { count: MAX_IMPORTED_ARTICLES })}</Text> : null}
      <Group grow align="flex-start">
        <Select
          label={t('common:language')}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
        />
        <Select
          label={t('knowledge:audience')}
          allowDeselect={false}
          data={AUDIENCES.map((value) => ({ value, label: t(`knowledge:audiences.${value}`) }))}
          value={audience}
          onChange={(value) => setAudience(value as Audience)}
        />
      </Group>
    </RecordForm>
  );
}

const NOTHING: Gathered = { files: [], pictures: new Map(), without: [] };

const isAddress = (text: string) => /^https?:\/\/./.test(text.trim()) && URL.canParse(text.trim());
