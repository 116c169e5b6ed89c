import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { Button, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type AttachedFile, FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './messages-api.module.css';

/** The call itself, tried with a token as a program would make it: words, or a file. */
export function Trial() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <TextTrial />
      <FileTrial />
    </SimpleGrid>
  );
}

function TextTrial() {
  const { t } = useTexts();
  const rules = useRules();
  const send = useBridgeCommand('messagesApi.try', { quiet: true });
  const form = useForm({
    initialValues: { token: '', number: '', body: '' },
    validate: {
      token: rules.required,
      number: rules.required,
      body: (body) => rules.required(body) ?? rules.atMost(MESSAGE_MAX_CHARS)(body),
    },
  });
  const submit = form.onSubmit(({ token, number, body }) =>
    send.mutate({ token, number, body, mediaIds: [] }, { onSuccess: () => showToast(t('messagesApi:sent')) }),
  );
  return (
    <TrialForm
      title={t('messagesApi:trial.text')}
      error={send.error}
      sending={send.isPending}
      onSubmit={submit}
    >
      <Recipient token={form.getInputProps('token')} number={form.getInputProps('number')} />
      <Textarea
        label={t('messagesApi:trial.body')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('body')}
      />
    </TrialForm>
  );
}

function FileTrial() {
  const { t } = useTexts();
  const rules = useRules();
  const send = useBridgeCommand('messagesApi.try', { quiet: true });
  const [file, setFile] = useState<AttachedFile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const form = useForm({
    initialValues: { token: '', number: '' },
    validate: { token: rules.required, number: rules.required },
  });
  const submit = form.onSubmit(
    ({ token, number }) => {
      setMissing(!file);
      if (!file?.mediaId) return;
      send.mutate(
        { token, number, body: null, mediaIds: [file.mediaId] },
        { onSuccess: () => showToast(t('messagesApi:sent')) },
      );
    },
    () => setMissing(!file),
  );
  return (
    <TrialForm
      title={t('messagesApi:trial.file')}
      error={send.error}
      sending={send.isPending || isOnItsWay(file)}
      onSubmit={submit}
    >
      <Recipient token={form.getInputProps('token')} number={form.getInputProps('number')} />
      <div>
        <FileField label={t('messagesApi:trial.media')} later value={file} onChange={setFile} />
        {isMissing && !file ? (
          <div role="alert" className={classes.missing}>
            {t('common:rules.required')}
          </div>
        ) : null}
      </div>
    </TrialForm>
  );
}

interface FormProps {
  title: string;
  error: unknown;
  sending: boolean;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  children: React.ReactNode;
}

function TrialForm({ title, error, sending, onSubmit, children }: FormProps) {
  const { t } = useTexts();
  return (
    <Panel>
      <form className={classes.form} aria-label={title} onSubmit={onSubmit} noValidate>
        <Stack>
          <Title order={2} size="h4">
            {title}
          </Title>
          <FormError error={error} />
          {children}
          <Button type="submit" loading={sending} className={classes.send}>
            {t('messagesApi:trial.send')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

type Field = ReturnType<ReturnType<typeof useForm>['getInputProps']>;

function Recipient({ token, number }: { token: Field; number: Field }) {
  const { t } = useTexts();
  return (
    <>
      <TextInput
        label={t('messagesApi:trial.token')}
        description={t('messagesApi:trial.tokenHint')}
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        {...token}
      />
      <TextInput
        label={t('messagesApi:trial.number')}
        description={t('messagesApi:trial.numberHint')}
        withAsterisk
        inputMode="tel"
        {...number}
      />
    </>
  );
}
