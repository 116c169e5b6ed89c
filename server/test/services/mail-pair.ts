import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/platform/free-port.ts';
import { isOpen } from '../balancer.ts';
import { eventually } from '../eventually.ts';
import { type Daemon, startDaemon } from '../patroni/daemon.ts';
import { MAIL_TOKENS } from './mail-login.ts';

const DOVECOT = '/usr/sbin/dovecot';
const EXIM = '/usr/sbin/exim4';
/** Whom the servers run as where root starts them: they hand no mail to root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export const MAIL_PASSWORD = 'senha-do-correio';

/** A real Dovecot and a real Exim: mail to any address gets into its mailbox, but to `sumiu@`. */
export interface MailPair {
  imapPort: number;
  smtpPort: number;
  /** Where they are, for whoever may only go where it is allowed. */
  addresses: string[];
  /** What a connection to a mailbox is linked with. */
  credentialsOf(address: string): {
    address: string;
    fromName: string;
    signature: string;
    user: string;
    password: string;
    oauth: null;
    imapHost: string;
    imapPort: number;
    imapSecurity: 'none';
    smtpHost: string;
    smtpPort: number;
    smtpSecurity: 'none';
    folder: string;
    tagged: boolean;
  };
  log(): string;
  stop(): Promise<void>;
}

export const hasMailServers = (): boolean => [DOVECOT, EXIM].every((program) => existsSync(program));

/** @param tokens where Dovecot asks about a token, for mailboxes that are opened by one */
export async function startMailPair(tokens = 'http://127.0.0.1:9/'): Promise<MailPair> {
  if (!hasMailServers())
    throw new Error('A mail server is missing: install dovecot-imapd, dovecot-lmtpd and exim4-daemon-light.');
  const dir = await mkdtemp(join(tmpdir(), 'balcao-mail-'));
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? NOBODY : {};
  const user = isRoot ? 'nobody' : (process.env.USER ?? 'nobody');
  const group = isRoot ? 'nogroup' : user;
  const [imapPort, lmtpPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  for (const folder of ['run', 'mail', 'spool', 'log']) await mkdir(join(dir, folder));
  await writeFile(join(dir, 'dovecot.conf'), dovecot({ dir, user, group, imapPort, lmtpPort }));
  await writeFile(join(dir, 'tokens.conf'), tokensConf(tokens));
  // A copy has no rights of root, which would outlive whoever started it.
  await copyFile(EXIM, join(dir, 'exim'));
  await chmod(join(dir, 'exim'), 0o755);
  await writeFile(join(dir, 'exim.conf'), exim({ dir, user, group, smtpPort, lmtpPort }));
  if (isRoot)
    for (const one of ['', 'run', 'mail', 'spool', 'log'])
      await chown(join(dir, one), NOBODY.uid, NOBODY.gid);
  await chmod(dir, 0o755);
  const daemons: Daemon[] = [
    startDaemon(DOVECOT, ['-F', '-c', join(dir, 'dovecot.conf')], account),
    startDaemon(join(dir, 'exim'), ['-bdf', '-q1s', '-C', join(dir, 'exim.conf')], account),
  ];
  const log = () => daemons.map((daemon) => daemon.log()).join('\n');
  for (const port of [imapPort, lmtpPort, smtpPort])
    await eventually(
      () => isOpen(port),
      (open) => open,
    ).catch(() => {
      throw new Error(`no mail server at ${port}:\n${log()}`);
    });
  return {
    imapPort,
    smtpPort,
    addresses: [`127.0.0.1:${imapPort}`, `127.0.0.1:${smtpPort}`],
    credentialsOf: (address) => ({
      address,
      fromName: 'Loja',
      signature: '',
      user: address,
      password: MAIL_PASSWORD,
      oauth: null,
      imapHost: '127.0.0.1',
      imapPort,
      imapSecurity: 'none',
      smtpHost: '127.0.0.1',
      smtpPort,
      smtpSecurity: 'none',
      folder: 'INBOX',
      tagged: false,
    }),
    log,
    async stop() {
      await Promise.all(daemons.map((daemon) => daemon.stop()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface At {
  dir: string;
  user: string;
  group: string;
  lmtpPort: number;
}

const dovecot = ({ dir, user, group, imapPort, lmtpPort }: At & { imapPort: number }) => `
protocols = imap lmtp
base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = /dev/stderr
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
mail_location = maildir:${dir}/mail/%u
mail_uid = ${user}
mail_gid = ${group}
first_valid_uid = 1
mail_max_userip_connections = 100
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${imapPort}
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
passdb {
  driver = static
  mechanisms = plain login
  args = password=${MAIL_PASSWORD}
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${dir}/tokens.conf
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${dir}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
`;

const tokensConf = (url: string) => `
introspection_url = ${url}
introspection_mode = get
force_introspection = yes
username_attribute = email
active_attribute = active
active_value = yes
`;

const exim = ({ dir, user, group, smtpPort, lmtpPort }: At & { smtpPort: number }) => `
exim_user = ${user}
exim_group = ${group}
exim_path = ${dir}/exim
spool_directory = ${dir}/spool
log_file_path = ${dir}/log/%slog
pid_file_path = ${dir}/exim.pid
primary_hostname = mx.loja.test
daemon_smtp_ports = ${smtpPort}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
deliver_drop_privilege = true
never_users =
domainlist local = *
message_size_limit = 100M
acl_smtp_rcpt = rcpt
begin acl
rcpt:
  accept
begin routers
refused:
  driver = redirect
  domains = +local
  local_parts = sumiu
  allow_fail
  data = :fail: 5.1.1 User unknown
local:
  driver = accept
  domains = +local
  local_part_suffix = +*
  local_part_suffix_optional
  transport = lmtp
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  port = ${lmtpPort}
  hosts = 127.0.0.1
  hosts_override
  allow_localhost
begin retry
* * F,1h,1s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if eq{$auth3}{${MAIL_PASSWORD}}}
  server_set_id = $auth2
tokens:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_condition = \${if match{$auth1}{Bearer ${MAIL_TOKENS}}}
`;
