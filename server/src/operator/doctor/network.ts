import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { version } from '@balcao/shared/features/system/calls.ts';
import type { Config } from '../../config.ts';
import { lookAtCertificate } from '../../modules/system/certificate.ts';
import { bad, good, reasonOf, type Seen, warning } from './seen.ts';

const PATIENCE_MS = 5_000;
/** Codes for a second factor, signatures and certificates do not bear more. */
const MOST_CLOCK_S = 60;
const DAY_MS = 86_400_000;
const SOON_DAYS = 14;
const WHATSAPP = 'https://web.whatsapp.com';
/** How the address of a bucket begins in BACKUP_TO. */
const IN_BUCKET = 's3:';

/** The ports of this machine, the way in from outside, and the ways out. */
export async function lookAtNetwork(config: Config): Promise<Seen[]> {
  const looks = [lookAtPort, lookAtMetrics, lookAtAddress, lookAtWaysOut, lookAtClock].map((look) =>
    look(config),
  );
  return (await Promise.all(looks)).flat();
}

async function lookAtPort({ host, port, role }: Config): Promise<Seen[]> {
  if (role === 'sessions' || port === 0) return [];
  const at = `${host}:${port}`;
  const own = fromHere(host);
  if (!(await isOpen(own, port)))
    return [
      warning(
        'Port',
        `nobody listens at ${at}`,
        'Start the server; balcao doctor can be used before and after.',
      ),
    ];
  if (await isOurs(originOf(own, port))) return [good('Port', `the server answers at ${at}`)];
  return [bad('Port', `another program listens at ${at}`, 'End it, or choose another PORT for the server.')];
}

async function lookAtMetrics({ metrics }: Config): Promise<Seen[]> {
  if (!metrics) return [];
  const at = `${metrics.host}:${metrics.port}`;
  const own = fromHere(metrics.host);
  if (!(await isOpen(own, metrics.port)))
    return [
      warning('Metrics', `nobody listens at ${at}`, 'Start the server: METRICS_PORT is read when it starts.'),
    ];
  if (await isMeasured(originOf(own, metrics.port))) return [good('Metrics', `they are served at ${at}`)];
  return [bad('Metrics', `another program listens at ${at}`, 'End it, or choose another METRICS_PORT.')];
}

async function lookAtAddress({ publicUrl }: Config): Promise<Seen[]> {
  if (!publicUrl)
    return [
      warning(
        'Address',
        'PUBLIC_URL is not set',
        'Set it to the address by which consoles come: mails, payments and some messengers need it.',
      ),
    ];
  const url = new URL(publicUrl);
  const addresses = await lookup(url.hostname, { all: true }).catch(() => []);
  if (addresses.length === 0)
    return [
      bad(
        'DNS',
        `${url.hostname} has no address`,
        'Make an A or AAAA record that leads to the proxy of this server.',
      ),
    ];
  const seen = [good('DNS', `${url.hostname} is ${addresses.map(({ address }) => address).join(', ')}`)];
  if (url.protocol === 'https:') seen.push(await lookAtEnd(url));
  if (url.protocol === 'https:' && url.port === '') seen.push(await lookAtPlainPort(url));
  const isReached = await isOurs(publicUrl);
  seen.push(
    isReached
      ? good('Address', `the server answers at ${publicUrl}`)
      : warning(
          'Address',
          `the server does not answer at ${publicUrl}`,
          'Look at the proxy, the firewall and where the name leads. A router that does not lead back to its own address looks the same from here.',
        ),
  );
  return seen;
}

async function lookAtEnd(url: URL): Promise<Seen> {
  try {
    const { until, refused } = await lookAtCertificate(url);
    const days = Math.floor((until.getTime() - Date.now()) / DAY_MS);
    const day = until.toISOString().slice(0, 10);
    if (days < 0)
      return bad('Certificate', `it ended on ${day}`, 'Renew it now: consoles do not come in any more.');
    if (refused)
      return bad(
        'Certificate',
        `consoles do not believe that of ${url.host} (${refused})`,
        'Have the proxy get one for this very name from an authority that everybody knows. One of your own must be known to this machine (update-ca-certificates) and to those of the consoles.',
      );
    if (days < SOON_DAYS)
      return warning('Certificate', `it ends on ${day}`, 'See why the proxy has not renewed it.');
    return good('Certificate', `valid until ${day}`);
  } catch (error) {
    return bad(
      'Certificate',
      `none is shown at ${url.host}: ${reasonOf(error)}`,
      `Look at the proxy, and whether the firewall lets port ${url.port || 443} in.`,
    );
  }
}

/** Authorities ask there before they give a certificate, and people come there who type a name alone. */
async function lookAtPlainPort({ hostname }: URL): Promise<Seen> {
  if (await isOpen(hostname, 80)) return good('Port 80', `${hostname} answers there`);
  return warning(
    'Port 80',
    `nobody answers there at ${hostname}`,
    'Open it in the firewall beside 443, and let the proxy listen there: certificates are got and renewed through it. One that is got in another way does without.',
  );
}

/** Every service that this server needs. Those of companies are theirs. */
async function lookAtWaysOut(config: Config): Promise<Seen[]> {
  const { whatsapp, mail, bucket, backup, outgoing } = config;
  const ways = {
    WhatsApp: whatsapp.url ?? WHATSAPP,
    ...(mail ? { 'Mail server': mail.url } : {}),
    ...(bucket ? { Bucket: bucket.endpoint } : {}),
    ...(backup?.place.startsWith(IN_BUCKET)
      ? { 'Bucket of backups': backup.place.slice(IN_BUCKET.length) }
      : {}),
    ...(outgoing.efi ? { Efí: outgoing.efi.url } : {}),
  };
  return Promise.all(
    Object.entries(ways).map(async ([name, address]) => {
      const url = new URL(address);
      const port = Number(url.port) || PORTS[url.protocol] || 443;
      const at = `${url.hostname}:${port}`;
      return (await isOpen(url.hostname, port))
        ? good(name, `${at} is reached`)
        : bad(
            name,
            `${at} is not reached`,
            'Let this machine out to it: look at the firewall, the DNS and the router.',
          );
    }),
  );
}

const PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'smtp:': 25, 'smtps:': 465 };

/** This machine's clock against that of others, by the date that they say. */
async function lookAtClock({ outgoing }: Config): Promise<Seen[]> {
  const asked = await fetch(outgoing.standIn ?? WHATSAPP, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null);
  const said = Date.parse(asked?.headers.get('date') ?? '');
  if (Number.isNaN(said))
    return [
      warning(
        'Clock',
        'nobody was reached who says what time it is',
        `Compare it yourself: here it is ${new Date().toISOString()}. Look at the ways out as well.`,
      ),
    ];
  const seconds = Math.round(Math.abs(Date.now() - said) / 1_000);
  if (seconds <= MOST_CLOCK_S) return [good('Clock', 'right')];
  return [
    bad(
      'Clock',
      `it is ${seconds} s away from that of others`,
      'Set it, and turn the synchronisation on: timedatectl set-ntp true, or install chrony.',
    ),
  ];
}

/** By which address this machine reaches itself where somebody listens. */
const fromHere = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

const originOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: PATIENCE_MS });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Whether what answers there is a server like this. */
async function isOurs(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}${version.path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return version.response.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

/** Whether these are figures of a server like this. */
async function isMeasured(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await answer.text()).includes('balcao_process_info');
  } catch {
    return false;
  }
}
