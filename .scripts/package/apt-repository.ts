import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Machine } from './machine.ts';

const NAME = 'packages.balcao.local';

/** A signed repository with one package, served over HTTPS by a certificate of an authority of its own. */
export interface Repository {
  url: string;
  /** Files on the machine: by whose key it is signed, and another one. */
  key: string;
  otherKey: string;
  /** From now on the machine believes the authority. */
  believe(): void;
  /** From now on it has this file in the place of the one before, as of now or of another time. */
  offer(file: string, at?: string): void;
  stop(): void;
}

/** Serves /srv/balcao of the machine, which shares our network. */
export async function openRepository(machine: Machine, file: string): Promise<Repository> {
  makeKeys(machine);
  offer(machine, file);
  certify(machine);
  // Another program, as this one stands still while a command runs.
  const program = `
    const { createServer } = require('node:https');
    const { createReadStream, readFileSync } = require('node:fs');
    const { join, normalize } = require('node:path');
    const root = process.argv[1];
    const tls = { key: readFileSync(join(root, '../tls/key.pem')), cert: readFileSync(join(root, '../tls/cert.pem')) };
    const server = createServer(tls, ({ url }, answer) =>
      createReadStream(join(root, normalize(new URL(url, 'https://x').pathname)))
        .on('error', () => answer.writeHead(404).end())
        .pipe(answer));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program, join(machine.root, 'srv/balcao')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const port of createInterface({ input: child.stdout }))
    return {
      url: `https://${NAME}:${port}`,
      key: '/srv/balcao/key.asc',
      otherKey: '/root/other.asc',
      believe: () =>
        void machine.run(
          'cp /srv/tls/ca.pem /usr/local/share/ca-certificates/packages.crt && update-ca-certificates',
        ),
      offer: (other, at) => offer(machine, other, at),
      stop: () => child.kill(),
    };
  throw new Error('The repository is not served.');
}

function makeKeys(machine: Machine): void {
  machine.run('apt-get update -qq && apt-get install -y --no-install-recommends apt-utils gnupg');
  machine.run(`set -e
    export GNUPGHOME=/root/keys
    mkdir -m 700 $GNUPGHOME
    mkdir -p /srv/balcao/dists/stable/main/binary-amd64 /srv/balcao/pool
    for name in packages other; do
      gpg --batch --quiet --passphrase '' --quick-generate-key $name@balcao.local default default never
    done
    gpg --armor --export packages@balcao.local > /srv/balcao/key.asc
    gpg --armor --export other@balcao.local > /root/other.asc
    gpgconf --kill all`);
}

/** @param at as `date` reads it */
function offer(machine: Machine, file: string, at = 'now'): void {
  machine.run(`set -e
    export GNUPGHOME=/root/keys
    cp ${file} /srv/balcao/pool/balcao-server.deb
    cd /srv/balcao
    rm -f dists/stable/InRelease dists/stable/Release
    apt-ftparchive packages pool > dists/stable/main/binary-amd64/Packages
    apt-ftparchive -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Components=main \\
      -o APT::FTPArchive::Release::Architectures=amd64 release dists/stable > Release
    sed -i "s/^Date: .*/Date: $(date --utc --date='${at}' '+%a, %d %b %Y %H:%M:%S UTC')/" Release
    mv Release dists/stable
    gpg --batch --quiet --local-user packages@balcao.local --clearsign --output dists/stable/InRelease dists/stable/Release
    gpgconf --kill all`);
}

function certify(machine: Machine): void {
  machine.run(`set -e
    mkdir /srv/tls
    cd /srv/tls
    new='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
    openssl req -x509 $new -days 9 -subj '/CN=Nobody knows it' -keyout ca.key -out ca.pem
    openssl req $new -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME} -keyout key.pem -out request.pem
    openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -days 9 -copy_extensions copy -out cert.pem
    echo '127.0.0.1 ${NAME}' >> /etc/hosts`);
}
