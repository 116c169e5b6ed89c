#!/usr/bin/env bash
# Patroni 3.0.2 (the one of Debian 12) with `etcd3`: a leader that has stood still for longer than its ttl writes its name
# over that of the leader who has followed it.
#
# One would guess: whoever leads says so again only while the key is still theirs; an expired lock is lost, as it is with
# `etcd`, the older protocol, and the same etcd.
# What happens: a leader whose lease has expired gets a new one and writes the key, whoever holds it by then. It believes
# that the key is its own, from a look before it stood still.
# Who meets it: three nodes with synchronous replication, of which the leading machine pauses (a snapshot, a live
# migration, a host out of memory). The former leader leads again, on the older timeline; the next one rewinds, and what it
# had answered meanwhile, written on two nodes, is gone. A watchdog prevents it, so does `etcd` in the place of `etcd3`
# (`ETCD_ENABLE_V2`), and so do the versions after 3.0.2.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${etcd:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq patroni=3.0.2-1 etcd-server=3.4.23-4+b4 python3-etcd=0.4.5-4 python3-dateutil=2.8.2-2 \
  python3-six=1.16.0-4 python3-urllib3 python3-yaml=6.0-3+b2 python3-dnspython=2.3.0-1 > /dev/null 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done

ports=$(python3 -c 'import socket
both = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(one.getsockname()[1] for one in both))')
read -r port peers <<< "$ports"
usr/bin/etcd --enable-v2 --data-dir data --log-level fatal \
  --listen-client-urls "http://127.0.0.1:$port" --advertise-client-urls "http://127.0.0.1:$port" \
  --listen-peer-urls "http://127.0.0.1:$peers" --initial-advertise-peer-urls "http://127.0.0.1:$peers" \
  --initial-cluster "default=http://127.0.0.1:$peers" > /dev/null 2>&1 &
etcd=$!

cat > lead.py << 'PROGRAM'
import sys, time
from patroni.dcs.etcd import Etcd
from patroni.dcs.etcd3 import Etcd3

TTL = 3

def node(kind, name):
    return kind({'host': f'127.0.0.1:{sys.argv[1]}', 'scope': kind.__name__, 'name': name,
                 'ttl': TTL, 'loop_wait': 1, 'retry_timeout': 2})

for kind in (Etcd, Etcd3):
    first, second = node(kind, 'first'), node(kind, 'second')
    first.attempt_to_acquire_leader()
    first.get_cluster()
    # The first one stands still.
    time.sleep(TTL + 2)
    follows = second.attempt_to_acquire_leader()
    leads_on = first.update_leader(None)
    print(f'{kind.__name__}: the second follows {bool(follows)}, the first leads on {bool(leads_on)},',
          'the key says', node(kind, 'third').get_cluster().leader.name)
PROGRAM
for _ in $(seq 50); do (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null && break || sleep 0.1; done
PYTHONPATH=usr/lib/python3/dist-packages python3 lead.py "$port" 2> said | tee seen || { cat said; exit 1; }
diff seen - << 'EXPECTED'
Etcd: the second follows True, the first leads on False, the key says second
Etcd3: the second follows True, the first leads on True, the key says first
EXPECTED
