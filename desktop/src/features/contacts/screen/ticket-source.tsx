import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import { Anchor } from '@mantine/core';
import { REFERRAL_ICONS } from '../../../renderer/components/referral/referral-icons.ts';
import { useAppName } from '../../../renderer/components/referral/use-app-name.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

/** The advertisement, post or link that led the customer into this conversation. */
export function TicketSource({ referral }: { referral: TicketReferral }) {
  const { t } = useTexts();
  const appName = useAppName();
  const { kind, title, sourceId, app, url } = referral;
  const KindIcon = REFERRAL_ICONS[kind];
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('tickets:referral.title')}</h3>
      <div className={classes.source}>
        <KindIcon size={18} stroke={1.7} aria-hidden />
        <span className={classes.sourceWords}>
          <span>{title || sourceId || t(`tickets:referral.kinds.${kind}`)}</span>
          <span className={classes.muted}>
            {[t(`tickets:referral.kinds.${kind}`), appName(app), title ? sourceId : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
          {url ? (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
              {t('tickets:referral.open')}
            </Anchor>
          ) : null}
        </span>
      </div>
    </section>
  );
}
