import {
  type CampaignView,
  createCampaign,
  updateCampaign,
} from '@balcao/shared/features/campaigns/calls.ts';
import { isEditable } from '@balcao/shared/features/campaigns/rules.ts';
import { BY_ADDRESS, featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import foot from '../../../renderer/components/form-actions.module.css';
import { useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { Basics } from './campaign-fields.tsx';
import { PauseNotice } from './campaign-status.tsx';
import { CampaignTemplate } from './campaign-template.tsx';
import { MessageTabs } from './message-tabs.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { type CampaignActs, useCampaignActs } from './use-campaign-acts.ts';
import {
  type CampaignForm,
  fieldsOf,
  missingToStart,
  newListOf,
  useCampaignForm,
} from './use-campaign-form.ts';

export interface EditorProps {
  /** As it is; null: a new one. */
  campaign: CampaignView | null;
  timezone: string;
  /** Shows what the saved campaign would do, before it begins. */
  onReview: (id: number) => void;
  onClose: () => void;
}

export function CampaignEditor({ campaign, timezone, onReview, onClose }: EditorProps) {
  const { t } = useTexts();
  const isFixed = campaign !== null && !isEditable(campaign, serverNow());
  const form = useCampaignForm(campaign, timezone, isFixed);
  const { needsTemplate, byAddress } = useWay(form.values.whatsappId);
  const acts = useCampaignActs();
  const [tab, setTab] = useState(1);
  const element = useRef<HTMLFormElement>(null);
  const isReview = useRef(false);
  const { save, isSaving, error } = useSave(form, campaign, timezone);
  useUnsaved(form.isDirty);

  // A text that is wrong must be seen.
  const showWrong = (errors: Record<string, unknown>) => {
    const wrong = Object.keys(errors).find((field) => field.startsWith('variants.'));
    if (wrong) setTab(Number(wrong.split('.')[1]) + 1);
  };
  const submit = form.onSubmit((values) => {
    if (!isReview.current) return void save(onClose, t('campaigns:saved'));
    const missing = missingToStart(values, needsTemplate, t);
    if (!missing) return void save(onReview);
    form.setErrors(missing);
    showWrong(missing);
  }, showWrong);
  // The click goes by way of the form, which moves the focus to what is wrong.
  const review = () => {
    isReview.current = true;
    element.current?.requestSubmit();
    isReview.current = false;
  };
  // It goes on with what the form holds.
  const restart = (id: number) => {
    if (!form.validate().hasErrors) void save(() => void acts.restart(id, onClose));
  };

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError error={error} />
        {campaign ? <PauseNotice campaign={campaign} timezone={timezone} /> : null}
        <Basics form={form} known={campaign} needsTemplate={needsTemplate} byAddress={byAddress} />
        {needsTemplate ? (
          <CampaignTemplate form={form} isFixed={isFixed} />
        ) : (
          <>
            <MessageTabs form={form} tab={tab} byAddress={byAddress} onTab={setTab} />
            <Attachment form={form} isFixed={isFixed} />
          </>
        )}
        <ScheduleFields form={form} timezone={timezone} isFixed={isFixed} onStartNow={review} />
        <Foot
          campaign={campaign}
          isFixed={isFixed}
          isSaving={isSaving || isOnItsWay(form.values.file)}
          acts={acts}
          onRestart={restart}
          onReview={review}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

/** Whether a connection writes first with nothing but approved texts, and whether it goes to addresses of e-mail. */
function useWay(whatsappId: string): { needsTemplate: boolean; byAddress: boolean } {
  const { data: connections = [] } = useRows('connection');
  const chosen = connections.find(({ id }) => String(id) === whatsappId);
  return {
    needsTemplate: chosen !== undefined && featuresOf(chosen).templates,
    byAddress: chosen !== undefined && BY_ADDRESS.includes(chosen.kind),
  };
}

type Save = (then: (id: number) => void, text?: string) => Promise<void>;

/** Saves what differs; what came of it is said where the dialog closes behind it. */
function useSave(form: CampaignForm, campaign: CampaignView | null, timezone: string) {
  const create = useApiCommand(createCampaign, { quiet: true });
  const update = useApiCommand(updateCampaign, { quiet: true });
  const save: Save = async (then, text) => {
    const fields = fieldsOf(form.values, campaign, timezone);
    const made = newListOf(form.values, campaign);
    const before = campaign && { ...campaign, mediaId: campaign.media?.id ?? null };
    const saved = before
      ? update.mutateAsync({
          params: { campaignId: before.id },
          body: { ...changedFields(fields, before), ...made },
        })
      : create.mutateAsync({ body: { ...fields, ...made } });
    if (text) await whenSaved(saved, text, ({ id }) => then(id));
    else
      await saved.then(
        ({ id }) => then(id),
        () => {},
      );
  };
  return { save, isSaving: create.isPending || update.isPending, error: create.error ?? update.error };
}

function Attachment({ form, isFixed }: { form: CampaignForm; isFixed: boolean }) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const askRemove = (remove: () => void) =>
    confirm(
      {
        title: t('campaigns:file.removeTitle'),
        text: t('campaigns:file.removeHint'),
        confirm: t('common:delete'),
      },
      remove,
    );
  return (
    <FileField
      label={t('campaigns:file.label')}
      description={t('campaigns:file.hint')}
      choose={t('campaigns:file.attach')}
      askRemove={askRemove}
      {...form.getInputProps('file')}
      value={form.values.file}
      disabled={isFixed}
    />
  );
}

interface FootProps {
  campaign: CampaignView | null;
  isFixed: boolean;
  isSaving: boolean;
  acts: CampaignActs;
  onRestart: (id: number) => void;
  onReview: () => void;
  onClose: () => void;
}

function Foot({ campaign, isFixed, isSaving, acts, onRestart, onReview, onClose }: FootProps) {
  const { t } = useTexts();
  return (
    <div className={foot.root}>
      {campaign?.status === 'EM_ANDAMENTO' ? (
        <Button
          color="red"
          variant="light"
          loading={acts.isBusy}
          onClick={() => void acts.cancel(campaign.id)}
        >
          {t('campaigns:cancel')}
        </Button>
      ) : null}
      {campaign?.status === 'CANCELADA' ? (
        <Button
          variant="light"
          loading={acts.isBusy}
          disabled={isSaving}
          onClick={() => onRestart(campaign.id)}
        >
          {t('campaigns:restart')}
        </Button>
      ) : null}
      <Button variant="default" onClick={onClose}>
        {t('common:close')}
      </Button>
      {isFixed ? null : (
        <>
          <Button variant="default" disabled={isSaving} onClick={onReview}>
            {t('campaigns:review.open')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('common:save')}
          </Button>
        </>
      )}
    </div>
  );
}
