import { type ArticleView, createArticle, updateArticle } from '@balcao/shared/features/knowledge/calls.ts';
import {
  ARTICLE_CHARS,
  ARTICLE_TITLE_CHARS,
  ASKED_CHARS,
  CATEGORY_CHARS,
} from '@balcao/shared/features/knowledge/limits.ts';
import { type ArticleRow, AUDIENCES, type Audience } from '@balcao/shared/features/knowledge/row.ts';
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import {
  Autocomplete,
  Group,
  SegmentedControl,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { MarkdownField } from './markdown-field.tsx';

/** What is written: an article that is there, one in another language, or a new one. */
export interface ArticleStart {
  article?: ArticleRow;
  translated?: ArticleRow;
  language?: Language;
}

interface Props {
  /** Null while nothing is open. */
  article: ArticleStart | null;
  onClose: () => void;
  onSaved: (saved: ArticleView) => void;
}

/** Where an article is written. */
export function ArticleDialog({ article, ...props }: Props) {
  const { t } = useTexts();
  const titleOf = ({ article, translated }: ArticleStart) => {
    if (article) return t('knowledge:editTitle');
    return t(translated ? 'knowledge:translateTitle' : 'knowledge:addTitle');
  };
  return (
    <FormDialog value={article} title={titleOf} size="xl" onClose={props.onClose}>
      {(start) => <ArticleForm start={start} {...props} />}
    </FormDialog>
  );
}

function ArticleForm({ start, onClose, onSaved }: Omit<Props, 'article'> & { start: ArticleStart }) {
  const { t, i18n } = useTexts();
  const rules = useRules();
  const { data: articles = [] } = useBridgeQuery('knowledge.list', null);
  const create = useApiCommand(createArticle, { quiet: true });
  const update = useApiCommand(updateArticle, { quiet: true });
  const { article, translated } = start;
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: {
      language: start.language ?? article?.language ?? (i18n.language as Language),
      title: article?.title ?? '',
      category: article?.category ?? '',
      body: (article ?? translated)?.body ?? '',
      asked: article?.asked ?? '',
      audience: (article ?? translated)?.audience ?? ('team' as Audience),
      published: article?.published ?? false,
    },
    validate: {
      title: (text) =>
        text.trim() === '' ? t('common:rules.required') : rules.atMost(ARTICLE_TITLE_CHARS)(text),
      category: rules.atMost(CATEGORY_CHARS),
      body: rules.atMost(ARTICLE_CHARS),
      asked: rules.atMost(ASKED_CHARS),
    },
  });
  const submit = form.onSubmit((values) => {
    const saved = article
      ? update.mutateAsync({
          params: { articleId: article.id },
          body: { ...changedFields(values, article), version: article.version },
        })
      : create.mutateAsync({ body: { ...values, ...(translated ? { articleId: translated.id } : {}) } });
    return whenSaved(saved, t('knowledge:saved'), (done) => {
      onClose();
      onSaved(done);
    });
  });
  const categories = [...new Set(articles.map(({ category }) => category).filter(Boolean))];
  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      isWaiting={isBusy}
      onClose={onClose}
    >
      <TextInput
        label={t('knowledge:name')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Group grow align="flex-start">
        <Autocomplete label={t('knowledge:category')} data={categories} {...form.getInputProps('category')} />
        <Select
          label={t('common:language')}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          {...form.getInputProps('language')}
        />
      </Group>
      <MarkdownField
        label={t('knowledge:body')}
        files={(article ?? translated)?.files ?? []}
        onBusy={setBusy}
        {...form.getInputProps('body')}
        value={form.values.body}
      />
      <Textarea
        label={t('knowledge:asked')}
        description={t('knowledge:askedHint')}
        autosize
        minRows={2}
        maxRows={5}
        {...form.getInputProps('asked')}
      />
      <div>
        <Text size="sm" fw={500} id="knowledge-audience">
          {t('knowledge:audience')}
        </Text>
        <SegmentedControl
          mt={4}
          aria-labelledby="knowledge-audience"
          data={AUDIENCES.map((value) => ({ value, label: t(`knowledge:audiences.${value}`) }))}
          {...form.getInputProps('audience')}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {t('knowledge:audienceHint')}
        </Text>
      </div>
      <Switch
        label={t('knowledge:isPublished')}
        description={t('knowledge:isPublishedHint')}
        {...form.getInputProps('published', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
