#!/bin/sh
# install-packages.sh PACKAGE...: installs the Debian packages that are missing; costs nothing when none is.
set -eu

if ! command -v apt-get >/dev/null; then
  echo "no apt-get here: going on with what is installed. Needed: $*" >&2
  exit 0
fi

installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' || true)
missing=
for package in "$@"; do
  printf '%s\n' "$installed" | grep -qxF -e "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "packages are missing and there is neither root nor sudo:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi

apt_get() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qqy "$@" </dev/null
}

# Installing a server package must not start the server. The tests start private ones.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap '$as_root rm -f $policy' EXIT
  trap 'exit 130' INT TERM
  printf '#!/bin/sh\nexit 101\n' | $as_root tee $policy >/dev/null
  $as_root chmod 755 $policy
fi

echo "installing:$missing"
# shellcheck disable=SC2086  # a list of words
apt_get --simulate install --no-install-recommends $missing >/dev/null 2>&1 || apt_get update
# shellcheck disable=SC2086
apt_get install --no-install-recommends $missing >/dev/null || { apt_get update && apt_get install --no-install-recommends $missing >/dev/null; }
