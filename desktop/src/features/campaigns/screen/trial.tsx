import { type CampaignView, tryCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { CAMPAIGN_LIMITS } from '@balcao/shared/features/campaigns/rules.ts';
import { withCallingCode } from '@balcao/shared/phone/phone.ts';
import { Button, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './campaigns.module.css';
import { RecipientSelect } from './recipient-select.tsx';
import { PLACES } from './use-campaign-form.ts';

/** A number as one types it, at home without its country code; null: it can be none. */
function trialNumber(typed: string): string | null {
  const digits = withCallingCode(typed, 'BR');
  return /^\d{8,20}$/.test(digits) ? digits : null;
}

/** Sends what one recipient would get to numbers of one's own. */
export function Trial({ campaign }: { campaign: CampaignView }) {
  const { t } = useTexts();
  const command = useApiCommand(tryCampaign, { quiet: true });
  const [numbers, setNumbers] = useState<string[]>([]);
  const [recipient, setRecipient] = useState<number | null>(null);
  const written = PLACES.filter((place) => campaign[`message${place}`]);
  const [variant, setVariant] = useState(String(written[0] ?? 1));
  const isWrong = numbers.some((number) => trialNumber(number) === null);
  const send = () => {
    const body = {
      numbers: numbers.flatMap((number) => trialNumber(number) ?? []),
      contactListItemId: recipient,
      variant: Number(variant),
    };
    const sent = command.mutateAsync({ params: { campaignId: campaign.id }, body });
    void whenSaved(
      sent,
      ({ queued }) => t('campaigns:trial.sent', { count: queued }),
      () => {},
    );
  };
  return (
    <section aria-label={t('campaigns:trial.title')} className={classes.group}>
      <h3 className={classes.heading}>{t('campaigns:trial.title')}</h3>
      <FormError error={command.error} />
      <TagsInput
        label={t('campaigns:trial.numbers')}
        description={t('campaigns:trial.numbersHint')}
        placeholder={numbers.length === 0 ? t('campaigns:trial.numbersPlaceholder') : ''}
        maxTags={CAMPAIGN_LIMITS.trialNumbers}
        splitChars={[',', ';']}
        acceptValueOnBlur
        clearable={false}
        value={numbers}
        onChange={setNumbers}
        error={isWrong ? t('campaigns:trial.wrongNumber') : null}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {campaign.contactListId === null ? null : (
          <RecipientSelect contactListId={campaign.contactListId} value={recipient} onChange={setRecipient} />
        )}
        {written.length > 1 ? (
          <Select
            label={t('campaigns:trial.variant')}
            data={written.map((place) => ({ value: String(place), label: t('campaigns:tab', { place }) }))}
            allowDeselect={false}
            value={variant}
            onChange={(place) => setVariant(place ?? variant)}
          />
        ) : null}
      </SimpleGrid>
      <Button
        variant="default"
        className={classes.send}
        leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
        disabled={numbers.length === 0 || isWrong}
        loading={command.isPending}
        onClick={send}
      >
        {t('campaigns:trial.send')}
      </Button>
    </section>
  );
}
