import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { REFERRAL_ICONS } from '../../../../renderer/components/referral/referral-icons.ts';
import { useAppName } from '../../../../renderer/components/referral/use-app-name.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './referral-card.module.css';
import { shownAddress } from './shown-address.ts';

/** What the customer came by: the advertisement, as it looked to them. The picture came with the message. */
export function ReferralCard({ referral }: { referral: MessageReferral }) {
  const { t } = useTexts();
  const appName = useAppName();
  const { kind, title, text, url, picture, sourceId, app } = referral;
  const KindIcon = REFERRAL_ICONS[kind];
  const content = (
    <>
      {picture ? (
        <img
          className={classes.picture}
          src={`data:image/jpeg;base64,${picture}`}
          alt=""
          width={56}
          height={56}
        />
      ) : null}
      <span className={classes.words}>
        <span className={classes.kind}>
          <KindIcon size={14} stroke={1.8} aria-hidden />
          {[t(`tickets:referral.kinds.${kind}`), appName(app)].filter(Boolean).join(' · ')}
        </span>
        {title || sourceId ? <strong className={classes.title}>{title || sourceId}</strong> : null}
        {text ? <span className={classes.text}>{text}</span> : null}
      </span>
    </>
  );
  if (!url)
    return (
      <div className={classes.root} data-referral={kind}>
        {content}
      </div>
    );
  return (
    <a
      className={classes.root}
      data-referral={kind}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={shownAddress({ text: url, href: url })}
    >
      {content}
    </a>
  );
}
