import { listVisits } from '@balcao/shared/features/web-chat/calls.ts';
import type { Visit } from '@balcao/shared/features/web-chat/visit.ts';
import { Anchor } from '@mantine/core';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

const MINUTE_MS = 60_000;

/** What the company's own page tells of a visitor. Without the server it is not there, and nobody misses it. */
export function ContactVisits({ contactId }: { contactId: number }) {
  const { t } = useTexts();
  const { data } = useApiQuery(listVisits, { params: { contactId } });
  const [visit] = data ?? [];
  if (!visit) return null;
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('webChat:visit.heading')}</h3>
      <Place url={visit.page.url} title={visit.page.title} />
      <Facts visit={visit} />
      {visit.pages.toReversed().map(({ url, title, at }) => (
        <Place key={`${at} ${url}`} url={url} title={title} />
      ))}
    </section>
  );
}

function Facts({ visit }: { visit: Visit }) {
  const { t } = useTexts();
  const format = useFormat();
  const { email, phone, page, utcOffset, browser, consentAt } = visit;
  const clock = new Date(Date.now() + utcOffset * MINUTE_MS).toISOString().slice(11, 16);
  const facts: [string, string][] = [
    [t('webChat:form.email'), email],
    [t('webChat:form.phone'), phone],
    [t('webChat:visit.referrer'), page.referrer],
    [t('webChat:visit.clock'), clock],
    [t('webChat:visit.browser'), browser],
    [t('webChat:visit.consent'), consentAt ? `${format.date(consentAt)} ${format.time(consentAt)}` : ''],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (
      <div key={name} className={classes.pair}>
        <span className={classes.pairName}>{name}</span>
        <span>{value}</span>
      </div>
    ));
}

/** A stranger's page says its own address: only one of the web is a link. */
function Place({ url, title }: { url: string; title: string }) {
  if (url === '') return null;
  if (!/^https?:\/\//i.test(url)) return <span>{title || url}</span>;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" title={url}>
      {title || url}
    </Anchor>
  );
}
