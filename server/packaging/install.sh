#!/bin/sh
# Installs a Balcão server on a fresh Debian or Ubuntu, with its database and a TLS proxy, and says where it is:
#
#   sudo sh install.sh --package ./balcao-server_VERSION_amd64.deb --domain desk.example.com
#
# Run it again and nothing is done twice. What fails takes back what was done before it. All of it is one file, because one
# fetches one, and reads it before root runs it. It ends with 0, or with:
#   2 wrong words    3 another system    4 the domain    5 a port    6 the clock    7 the database    8 the disk    1 the rest
set -eu
export DEBIAN_FRONTEND=noninteractive
# Words of programs are read below, in English. A new PostgreSQL asks /etc/default/locale for its language, not this.
export LC_ALL=C

usage() {
  cat >&2 << 'END'
install.sh --package FILE | --repository ADDRESS --key FILE
    --domain NAME        where consoles will reach this server; without it only this machine does
    --database ADDRESS   a PostgreSQL elsewhere, like postgres://user:password@host/balcao
    --without-proxy      another program has the ports 80 and 443, and the certificate
    --behind-router      the domain leads to a router, which hands on to this machine
    --dry-run            checks everything, says what it could not check, and what would be done
END
  exit 2
}

settings=/etc/balcao/server.env
caddyfile=/etc/caddy/Caddyfile
sources=/etc/apt/sources.list.d/balcao.sources
keyring=/etc/apt/keyrings/balcao.asc
package='' repository='' key='' domain='' database='' proxy=yes router='' dry='' told=''

fail() {
  code=$1 told=yes
  shift
  echo "install.sh: $*" >&2
  exit "$code"
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --package | --repository | --key | --domain | --database)
        [ $# -gt 1 ] || usage
        eval "${1#--}=\$2"
        shift
        ;;
      --without-proxy) proxy='' ;;
      --behind-router) router=yes ;;
      --dry-run) dry=yes ;;
      *) usage ;;
    esac
    shift
  done
  [ -n "$package$repository" ] || usage
  [ -z "$repository" ] || [ -r "$key" ] ||
    fail 2 "a repository needs --key, the file by which its packages are believed: ${key:-none} cannot be read."
  [ -n "$domain" ] || proxy=''
}

# ── What must be so before anything is done ──

# For want of a program, where it is not there.
unchecked() {
  command -v "$2" > /dev/null || set -- "${1%%,*}, as $2 is missing"
  echo "install.sh: not checked: $1. Look at it yourself." >&2
}

check_system() {
  [ "$(id -u)" = 0 ] || fail 3 "only root may install: put sudo before it."
  # shellcheck source=/dev/null
  [ ! -r /etc/os-release ] || . /etc/os-release
  case ${ID:-} in
    debian) oldest=12 ;;
    ubuntu) oldest=24 ;;
    *) fail 3 "this is ${PRETTY_NAME:-another system}: the package is for Debian and Ubuntu." ;;
  esac
  [ "${VERSION_ID%%.*}" -ge $oldest ] ||
    fail 3 "$PRETTY_NAME is too old, its PostgreSQL too: take $ID $oldest or newer."
  case $(dpkg --print-architecture) in
    amd64 | arm64) ;;
    *) fail 3 "there is no package for $(dpkg --print-architecture), only for amd64 and arm64." ;;
  esac
  [ -d /run/systemd/system ] || [ -n "$dry" ] ||
    fail 3 "systemd does not run here, which starts the server: use the container instead, or the package by itself."
  if [ -n "$package" ]; then
    [ -r "$package" ] || fail 2 "$package cannot be read."
    [ "$(dpkg-deb --field "$package" Package 2> /dev/null)" = balcao-server ] ||
      fail 2 "$package is no package of Balcão: copy it again."
    # Its first bytes say what it is, also when the rest never came.
    dpkg-deb --fsys-tarfile "$package" > /dev/null 2>&1 || fail 2 "$package is only a part of a package: copy it again."
  fi
}

check_disk() {
  for folder in /usr /var; do
    free=$(df --output=avail -m $folder | tail -n 1)
    [ "$free" -ge 1500 ] || fail 8 "$folder has $((free)) MB left and needs 1500: make room first."
  done
}

# Certificates, tokens and WhatsApp itself depend on it. Any server that answers over plain HTTP says what time it is.
check_clock() {
  said=$(curl --silent --head --max-time 10 "${CLOCK_URL:-http://deb.debian.org/}" 2> /dev/null |
    tr -d '\r' | sed -n 's/^[Dd]ate: //p') || true
  [ -n "$said" ] || { unchecked "the clock ($(date)), as nobody was reached who says what time it is" curl; return 0; }
  off=$(($(date +%s) - $(date --date="$said" +%s)))
  [ ${off#-} -lt 300 ] || fail 6 "the clock is $((${off#-} / 60)) minutes off: run \"timedatectl set-ntp true\" first."
}

check_domain() {
  [ -n "$domain" ] || return 0
  echo "$domain" | grep -Eqi '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$' ||
    fail 4 "$domain is no name of a machine: give one like desk.example.com, without https and paths."
  addresses=$(getent ahosts "$domain" | awk '{ print $1 }' | sort -u)
  [ -n "$addresses" ] || fail 4 "$domain leads nowhere yet: add an A or AAAA record with this machine's address."
  [ -z "$router" ] || return 0
  for address in $addresses; do
    ! echo "127.0.1.1 $(hostname -I)" | grep -qwF "$address" || return 0
  done
  fail 4 "$domain leads to $(echo "$addresses" | tr '\n' ' ')and this machine is $(hostname -I): mend the record, or say --behind-router."
}

is_active() {
  [ -d /run/systemd/system ] && systemctl is-active --quiet "$1"
}

is_taken() {
  awk -v port="$(printf ':%04X$' "$1")" '$2 ~ port && $4 == "0A" { found = 1 } END { exit !found }' \
    /proc/net/tcp /proc/net/tcp6 2> /dev/null
}

server_port() {
  port=$(sed -n 's/^PORT=//p' $settings 2> /dev/null || true)
  echo "${port:-8080}"
}

check_ports() {
  is_active balcao-api || ! is_taken "$(server_port)" ||
    fail 5 "another program listens on port $(server_port): end it, or choose another one: mkdir -p /etc/balcao && echo PORT=8081 >> $settings"
  [ -n "$proxy" ] || return 0
  for port in 80 443; do
    is_active caddy || ! is_taken $port ||
      fail 5 "another program listens on port $port: end it, or say --without-proxy and let it lead to port 8080."
  done
}

is_ours() {
  head -n 1 $caddyfile | grep -q '^# Caddy before a Balcão server'
}

# Ours begins one block, with a name.
serves_others() {
  [ -e $caddyfile ] || return 1
  as_packaged="$caddyfile $(md5sum < $caddyfile | cut -d ' ' -f 1)"
  ! dpkg-query --show --showformat '${Conffiles}\n' caddy 2> /dev/null | grep -qF "$as_packaged" || return 1
  if is_ours; then
    [ "$(grep -c '^[^[:space:]#{}]' $caddyfile) $(grep -c '^[A-Za-z0-9.-]* {$' $caddyfile)" != '1 1' ]
  else
    grep -qv '^[[:space:]]*\(#.*\)\{0,1\}$' $caddyfile
  fi
}

check_proxy() {
  [ -n "$proxy" ] || return 0
  serves_others || return 0
  name=$(echo "$domain" | sed 's/\./\\./g')
  sed 's/#.*//' $caddyfile | grep -Eq "(^|[^A-Za-z0-9.-])$name([^A-Za-z0-9.-]|\$)" ||
    fail 5 "Caddy serves other sites here, which stay as they are. Add this to $caddyfile, and run this again:
$domain {
	reverse_proxy 127.0.0.1:$(server_port)
}"
}

check_database() {
  if [ -n "$database" ]; then
    case $database in
      postgres://* | postgresql://*) ;;
      *) fail 7 "$database is no address of a PostgreSQL: it begins with postgres://" ;;
    esac
    [ -n "$dry" ] || apt_install postgresql-client
    command -v psql > /dev/null || { unchecked "the database" psql; return 0; }
    facts=$(psql "$database" -XAtc "select current_setting('server_version_num')::int / 10000,
      rolsuper or rolcreaterole, has_database_privilege(current_database(), 'create')
      from pg_roles where rolname = current_user" 2>&1) || fail 7 "the database does not let us in: $facts"
    case $facts in
      [0-9]\|* | 1[0-4]\|*) fail 7 "that is PostgreSQL ${facts%%|*}: Balcão needs 15 or newer." ;;
      *\|f\|*) fail 7 "the database's user may not make roles: run \"alter role … createrole\" there." ;;
      *\|f) fail 7 "the database's user may not make tables: run \"alter database … owner to …\" there." ;;
    esac
  elif version=$(pg_lsclusters --no-header 2> /dev/null | awk '$3 == 5432 { print $1 }') && [ -n "$version" ]; then
    [ "$version" -ge 15 ] || fail 7 "PostgreSQL $version is on this machine: Balcão needs 15 or newer, see pg_upgradecluster."
  fi
}

# ── What is done, each with its way back ──

undo=''
# A file with the names of the packages that were here before, and the beginning of the names of others: ".left" has those
# that were removed before, whose settings and data are still here.
before=''
had_data='' had_server='' had_version='' had_caddy='' restarted=''

# The last thing done is the first to be taken back.
take_back() {
  code=$?
  trap - EXIT
  # What could not be written ends this without a sentence of ours.
  [ $code -eq 0 ] || [ -n "$told" ] || (refuse_full_disk) || code=$?
  if [ $code -ne 0 ] && [ -n "$undo" ]; then
    echo "install.sh: taking back what was done." >&2
    eval "$undo"
    ! is_active balcao-api || tell_version >&2
  fi
  rm -f "$before" "$before".*
  exit $code
}

# None where it is not finished: then the version before is at work.
installed_version() {
  dpkg-query --show --showformat '${db:Status-Status} ${Version}\n' balcao-server 2> /dev/null | sed -n 's/^installed //p'
}

# A package that was finished stays: the database has what it added.
tell_version() {
  now=$(installed_version)
  if [ -z "$now" ] || [ -z "$had_version" ] || [ "$now" = "$had_version" ]; then
    echo "install.sh: the server that was here before is at work."
  else
    echo "install.sh: the server is at work, of version $now, which stays; before it was $had_version. The way back: apt-get install --allow-downgrades ./balcao-server_${had_version}_$(dpkg --print-architecture).deb"
  fi
}

on_failure() {
  undo="$1; $undo"
}

tell() {
  echo "── $*"
  [ -z "$dry" ]
}

# Also those that are only half there.
present() {
  dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' |
    sed -n '/^not-installed /d; /^config-files /d; s/^[^ ]* //p' | sort
}

left() {
  dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' | sed -n 's/^config-files //p' | sort
}

# What an earlier installation left stays: with PostgreSQL's package each database of its version would be purged.
remove_new() {
  present > "$before.now"
  comm -13 "$before" "$before.now" > "$before.new"
  [ -n "$had_data" ] || echo balcao-server balcao-server/purge-data boolean true | debconf-set-selections
  # shellcheck disable=SC2046 # names of packages
  take_off remove $(comm -12 "$before.new" "$before.left")
  # shellcheck disable=SC2046
  take_off purge $(comm -23 "$before.new" "$before.left")
  dpkg --configure -a > /dev/null || true
}

take_off() {
  how=$1
  shift
  [ $# -eq 0 ] || apt-get "$how" -qq -y "$@" > /dev/null || dpkg "--$how" --force-depends "$@" > /dev/null || true
}

# What did not work for want of room says so; a database may have made some by its end.
refuse_full_disk() {
  for folder in /usr /etc /etc/apt /var /var/lib/apt/lists /var/cache/apt/archives /var/lib/balcao /var/lib/postgresql; do
    [ ! -d $folder ] || [ "$(df --output=avail -m $folder | tail -n 1)" -ge 32 ] ||
      fail 8 "the disk of $folder is full: make room, and run this again."
  done
}

# The first word says what cannot be done without it, the others are apt-get's.
apt_get() {
  what=$1
  shift
  ended=0
  apt-get -qq -y "$@" > "$before.log" 2>&1 || ended=$?
  # PostgreSQL counts as installed also when there was no room for its files.
  ! grep -Eqi 'no space left|enough free space' "$before.log" || ended=full
  [ $ended != 0 ] || return 0
  cat "$before.log" >&2
  [ $ended != full ] || fail 8 "the disk is full: make room, and run this again."
  ! grep -q 'not valid yet' "$before.log" ||
    fail 6 "this machine's clock ($(date)) may be behind: look at it, and run \"timedatectl set-ntp true\" first."
  refuse_full_disk
  fail 1 "apt-get could not $what: its words stand above."
}

apt_install() {
  apt_get "install $*" install --no-install-recommends "$@"
}

add_repository() {
  [ -n "$repository" ] || return 0
  tell "packages come from $repository" || return 0
  [ -e $sources ] || on_failure "rm -f $sources $keyring"
  install -D -m 644 "$key" $keyring
  printf 'Types: deb\nURIs: %s\nSuites: stable\nComponents: main\nSigned-By: %s\n' "$repository" $keyring > $sources
}

# Else what cannot be read there would be a warning, and the package unknown.
read_repository() {
  [ -z "$repository" ] || apt_get "read $repository" update -o APT::Update::Error-Mode=any \
    -o Dir::Etc::SourceList=$sources -o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=0
}

install_package() {
  tell "the package, with PostgreSQL where no other database is named" || return 0
  if [ -n "$package" ]; then apt_install "$(realpath "$package")"; else apt_install balcao-server; fi
  [ "$(dpkg-query --show --showformat '${db:Status-Status}' balcao-server)" = installed ] ||
    fail 1 "the package is not finished: run dpkg --configure balcao-server."
}

# Writes or replaces one setting.
set_to() {
  cp -a $settings $settings.new
  grep -v "^#\{0,1\}$1=" $settings > $settings.new || true
  printf '%s=%s\n' "$1" "$2" >> $settings.new
  mv $settings.new $settings
}

# An API, and as many processes with sessions as the operator has switched on.
restart_services() (
  cd /etc/systemd/system/multi-user.target.wants
  systemctl restart balcao-api balcao-sessions@*.service
)

# What was at work before goes on with the settings that it had.
restart_again() {
  [ -z "$restarted" ] || { systemctl restart balcao-migrate && restart_services; } || true
}

write_settings() {
  [ -n "$domain$database" ] || return 0
  tell "$settings says where it is" || return 0
  cp -a $settings "$before.env"
  on_failure restart_again
  on_failure "cp -a $before.env $settings 2> /dev/null || true"
  [ -z "$domain" ] || set_to PUBLIC_URL "https://$domain"
  [ -z "$database" ] || set_to DATABASE_URL "$database"
}

write_caddyfile() {
  from=/usr/share/doc/balcao-server/examples/Caddyfile
  if is_ours; then
    from=$caddyfile
  elif [ ! -e $caddyfile.before-balcao ]; then
    on_failure "rm -f $caddyfile.before-balcao"
    cp -a $caddyfile $caddyfile.before-balcao
  fi
  sed "s/^[A-Za-z0-9.-]\{1,\} {\$/$domain {/; s/127\.0\.0\.1:[0-9]*/127.0.0.1:$(server_port)/" $from > "$before.caddy"
  ! cmp -s "$before.caddy" $caddyfile || return 0
  cp -a $caddyfile "$before.caddyfile"
  [ -z "$had_caddy" ] || on_failure "systemctl restart caddy || true"
  on_failure "[ ! -d /etc/caddy ] || cp -a $before.caddyfile $caddyfile || true"
  cat "$before.caddy" > $caddyfile
}

put_proxy() {
  [ -n "$proxy" ] || return 0
  tell "Caddy takes the ports 80 and 443, and gets the certificate of $domain" || return 0
  apt_install caddy
  serves_others || write_caddyfile
  # What others serve goes on also when it cannot be read anew.
  systemctl reload-or-restart caddy 2> /dev/null || { ! serves_others && systemctl restart caddy 2> /dev/null; } ||
    give_up 1 "Caddy does not start" caddy
}

start_server() {
  tell "the server starts" || return 0
  restarted=$had_server
  systemctl restart balcao-migrate 2> /dev/null || give_up 7 "the database is not as it should be" balcao-migrate node
  [ -z "$database" ] ||
    on_failure "echo 'install.sh: what was made in the database stays there, and the next run goes on with it.' >&2"
  restart_services
  gets_ready "http://127.0.0.1:$(server_port)" || give_up 1 "the server does not get ready" balcao-api node
}

# At most a minute.
gets_ready() {
  for _ in $(seq 60); do
    ! curl --silent --fail --max-time 5 "$1/health/ready" > /dev/null || return 0
    sleep 1
  done
  return 1
}

# For want of room, or with the last words of a unit; where others speak for it as well, of the program that is named.
give_up() {
  refuse_full_disk
  fail "$1" "$2: $(journalctl --unit "$3" --identifier "${4:-$3}" --lines 3 --output cat --no-pager)"
}

check_address() {
  [ -n "$proxy" ] && [ -z "$dry" ] || return 0
  gets_ready "https://$domain" ||
    echo "install.sh: https://$domain does not answer yet. Are the ports 80 and 443 open to the internet? Caddy goes on trying: journalctl -u caddy" >&2
}

main() {
  read_arguments "$@"
  # For notes of what was here; dpkg needs as much to look into a package.
  { before=$(mktemp) && trap take_back EXIT && head -c 1000000 /dev/zero > "$before"; } 2> /dev/null ||
    fail 8 "the disk of ${TMPDIR:-/tmp} is full: make room, and run this again."
  check_system
  check_disk
  check_ports
  check_domain
  check_proxy
  ! is_active balcao-api || had_server=yes
  had_version=$(installed_version)
  ! is_active caddy || had_caddy=yes
  [ ! -e /var/lib/balcao ] || had_data=yes
  present > "$before"
  left > "$before.left"
  # Whoever changes his mind has nothing of it either.
  trap 'exit 130' HUP INT TERM
  if [ -z "$dry" ]; then
    # A purge takes what an operator has written before.
    [ ! -e $settings ] || cp -a $settings "$before.own"
    on_failure "[ ! -e $before.own ] || [ -e $settings ] || { mkdir -p /etc/balcao && cp -a $before.own $settings; }"
    on_failure remove_new
    add_repository
    # On a clock that is off apt refuses first, in words that name no clock.
    ! command -v curl > /dev/null || { check_clock && seen_clock=yes; }
    apt_get 'read its repositories' update
    read_repository
    command -v curl > /dev/null || apt_install curl
  fi
  [ -n "${seen_clock:-}" ] || check_clock
  check_database
  [ -z "$dry" ] || add_repository
  install_package
  write_settings
  put_proxy
  start_server
  check_address
  [ -n "$dry" ] || balcao setup
}

# Read as a whole before anything runs, also when it comes through a pipe that breaks off.
main "$@"
