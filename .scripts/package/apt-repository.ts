import type { Machine } from './machine.ts';

/** A signed repository with one package, in /srv/balcao of the machine, with the key beside it. */
export function makeRepository(machine: Machine, file: string): void {
  machine.run('apt-get install -y --no-install-recommends apt-utils gnupg');
  machine.run(`set -e
    export GNUPGHOME=/root/keys
    mkdir -m 700 $GNUPGHOME
    mkdir -p /srv/balcao/dists/stable/main/binary-amd64 /srv/balcao/pool
    cp ${file} /srv/balcao/pool/balcao-server.deb
    cd /srv/balcao
    apt-ftparchive packages pool > dists/stable/main/binary-amd64/Packages
    apt-ftparchive -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Components=main \\
      -o APT::FTPArchive::Release::Architectures=amd64 release dists/stable > Release
    mv Release dists/stable
    gpg --batch --quiet --passphrase '' --quick-generate-key packages@balcao.local default default never
    gpg --batch --quiet --clearsign --output dists/stable/InRelease dists/stable/Release
    gpg --armor --export > key.asc
    gpgconf --kill all`);
}
