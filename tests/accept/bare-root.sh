#!/usr/bin/env bash
# `make demo` on a bare Debian 12 that has nothing but git and make, in a root of its own.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
[[ $(id -u) == 0 ]] && command -v mmdebstrap >/dev/null || { echo "needs root and mmdebstrap" >&2; exit 2; }
root=$(mktemp -d)
finish() {
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap finish EXIT
for sources in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do [[ ! -e $sources ]] || break; done
mmdebstrap --variant=apt --include=git,make,ca-certificates bookworm "$root" "$sources" >/dev/null
cp -r /etc/apt/. "$root/etc/apt/"
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
git clone -q "$top" "$root/src"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
  ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} make -C /src demo
