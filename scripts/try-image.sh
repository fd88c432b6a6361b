#!/usr/bin/env bash
# Builds the image with buildah and runs its start command where there is no network but loopback:
# `scripts/try-image.sh [BASE]`, as root, after `npm run release -- --draft --no-tests`. It ends well if a memory is found by
# its meaning, and only with a key.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${MEMOIR_IMAGE:-}" = "" ]; then
  buildah build --format docker --isolation chroot ${1:+--build-arg BASE=$1} -t memoir-try .
  MEMOIR_IMAGE="$(buildah from memoir-try)"
  export MEMOIR_IMAGE
  trap 'buildah rm "$MEMOIR_IMAGE" >/dev/null' EXIT
  unshare --net --mount "$0"
  exit
fi

root="$(buildah mount "$MEMOIR_IMAGE")"
of_image() { buildah inspect --format "{{range .Docker.Config.$1}}{{println .}}{{end}}" "$MEMOIR_IMAGE" | sed '/^$/d'; }
user="$(buildah inspect --format '{{.Docker.Config.User}}' "$MEMOIR_IMAGE")"
mapfile -t settings < <(of_image Env)
mapfile -t start < <(of_image Entrypoint; of_image Cmd)
mapfile -t health < <(of_image Healthcheck.Test | tail -n +2)
inside=(chroot --userspec="$user" "$root" env -i "${settings[@]}" HOME=/data)

ip link set lo up
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
echo "Starting as ${user} with $(ip -o -4 addr | awk '{ print $2, $4 }' | tr '\n' ' ')only: ${start[*]}"
"${inside[@]}" "${start[@]}" >/dev/null 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" || true' EXIT
for _ in $(seq 60); do "${inside[@]}" "${health[@]}" && break; sleep 1; done
"${inside[@]}" "${health[@]}" && echo "Healthy."

url=http://127.0.0.1:7411/api/ltm
call() { curl --silent --show-error "$url/$1" --json "$2" "${@:3}"; }
question='{"scope": "user:alice", "query": "where is my bicycle?"}'
key="$("${inside[@]}" memoir keys create bot --json | sed -nE 's/.*"key": *"([^"]+)".*/\1/p')"
echo "Without a key: $(call recall "$question" --output /dev/null --write-out '%{http_code}')"
call remember '{"scope": "user:alice", "text": "I keep my bike in the cellar of number 12"}' -H "Authorization: Bearer $key" >/dev/null
answer="$(call recall "$question" -H "Authorization: Bearer $key")"
echo "With one: $answer"
grep -q 'cellar of number 12' <<<"$answer"
