#!/bin/sh
# pnpm image:server [PACKAGE]: an image of the server by Containerfile. Its root is the smallest Debian with the package,
# from the servers of /etc/apt; what makes the image of it fetches nothing.
set -eu
cd "$(dirname "$0")"

fail() {
  echo "$*" >&2
  exit 1
}

# shellcheck disable=SC2012 # the newest, whose name is ours
package=${1:-$(ls -t ../dist/balcao-server_*_"$(dpkg --print-architecture)".deb 2> /dev/null | head -n 1)}
[ -r "${package:-}" ] || fail "There is no package yet: run pnpm package:server first."
command -v mmdebstrap > /dev/null || fail "mmdebstrap, which makes the root, is missing: apt-get install mmdebstrap"
builder=$(command -v buildah || command -v podman || fail "buildah or podman is missing: apt-get install buildah")

# As newer systems write them, or as older ones do.
sources=''
for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
  [ -n "$sources" ] || ! grep -Eqs '^(deb|Types:) ' $file || sources=$file
done
[ -n "$sources" ] || fail "Neither /etc/apt/sources.list.d/debian.sources nor /etc/apt/sources.list says where Debian's packages are."

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
# shellcheck disable=SC2016 # mmdebstrap's own shell knows $1
mmdebstrap --quiet --variant=minbase \
  --include=ca-certificates,postgresql-client \
  --customize-hook="copy-in $package /tmp" \
  --customize-hook='chroot "$1" sh -c "apt-get install -qq -y --no-install-recommends /tmp/*.deb && rm /tmp/*.deb"' \
  "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" "$context/root.tar" "$sources"
cp Containerfile "$context"
# Only this format carries the health check.
$builder build --format docker --network none --tag balcao-server --file "$context/Containerfile" "$context"
