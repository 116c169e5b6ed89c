import { email } from '@balcao/shared/contract/fields.ts';
import { type CampaignView, tryCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { CAMPAIGN_LIMITS } from '@balcao/shared/features/campaigns/rules.ts';
import { BY_ADDRESS } from '@balcao/shared/features/connections/channel.ts';
import { withCallingCode } from '@balcao/shared/phone/phone.ts';
import { Button, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
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

const isEmail = (typed: string): boolean => email.safeParse(typed.trim()).success;

/** Sends what one recipient would get to numbers, or addresses, of one's own. */
export function Trial({ campaign }: { campaign: CampaignView }) {
  const { t } = useTexts();
  const command = useApiCommand(tryCampaign, { quiet: true });
  const [numbers, setNumbers] = useState<string[]>([]);
  const [recipient, setRecipient] = useState<number | null>(null);
  const written = PLACES.filter((place) => campaign[`message${place}`]);
  const [variant, setVariant] = useState(String(written[0] ?? 1));
  const { data: connections = [] } = useRows('connection');
  const way = connections.find(({ id }) => id === campaign.whatsappId);
  const byAddress = way !== undefined && BY_ADDRESS.includes(way.kind);
  const keyOf = (typed: string) => (byAddress ? (isEmail(typed) ? typed.trim() : null) : trialNumber(typed));
  const isWrong = numbers.some((number) => keyOf(number) === null);
  const send = () => {
    const body = {
      numbers: numbers.flatMap((number) => keyOf(number) ?? []),
      contactListItemId: recipient,
      variant: Number(variant),
    };
    const sent = command.mutateAsync({ params: { campaignId: campaign.id }, body });
    void whenSaved(
      sent,
      ({ queued }) =>
        t(byAddress ? 'campaigns:trial.sentAddresses' : 'campaigns:trial.sent', { count: queued }),
      () => {},
    );
  };
  return (
    <section aria-label={t('campaigns:trial.title')} className={classes.group}>
      <h3 className={classes.heading}>{t('campaigns:trial.title')}</h3>
      <FormError error={command.error} />
      <TagsInput
        label={t(byAddress ? 'campaigns:trial.addresses' : 'campaigns:trial.numbers')}
        description={t(byAddress ? 'campaigns:trial.addressesHint' : 'campaigns:trial.numbersHint')}
        placeholder={
          numbers.length > 0
            ? ''
            : t(byAddress ? 'campaigns:trial.addressesPlaceholder' : 'campaigns:trial.numbersPlaceholder')
        }
        maxTags={CAMPAIGN_LIMITS.trialNumbers}
        splitChars={[',', ';']}
        acceptValueOnBlur
        clearable={false}
        value={numbers}
        onChange={setNumbers}
        error={isWrong ? t(byAddress ? 'campaigns:trial.wrongAddress' : 'campaigns:trial.wrongNumber') : null}
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
