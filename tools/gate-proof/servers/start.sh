#!/bin/bash
# Starts one server with an empty store: start.sh NAME PORT. GATE_PROOF_STORES names the folder of the stores.
set -eu
here=$(dirname "$0")
name=$1 port=$2
STORE=$(mktemp -d "${GATE_PROOF_STORES:?}/$name.XXXXXX")
export STORE PYTHONDONTWRITEBYTECODE=1
case $name in express) ulimit -v 8000000 ;; *) ulimit -v 3000000 ;; esac
case $name in flask | fastapi | php | puma)
  /usr/bin/python3 -c '
import sqlite3, sys
sqlite3.connect(sys.argv[1]).executescript("PRAGMA journal_mode = WAL; CREATE TABLE user (id INTEGER PRIMARY KEY, date TEXT)")
' "$STORE/users.db" ;;
esac
case $name in
flask)
  limit=8190
  if [ "${CHANGE:-}" = header-limit ]; then limit=4094; fi
  exec /usr/bin/python3 -m gunicorn --chdir "$here" --workers 2 --threads 4 --limit-request-field_size "$limit" \
    --log-level warning --bind "127.0.0.1:$port" flask_app:app
  ;;
fastapi)
  exec /usr/bin/python3 -m uvicorn --app-dir "$here" --workers 2 --no-access-log --log-level warning --port "$port" fastapi_app:app
  ;;
express) exec node "$here/express-cluster.mjs" "$port" ;;
go) exec "${GATE_PROOF_STORES:?}/go-server" "$port" ;;
php)
  PHP_CLI_SERVER_WORKERS=4 exec php -q -S "127.0.0.1:$port" "$here/router.php" 2>/dev/null
  ;;
puma)
  exec puma --quiet --workers 2 --threads 4:4 --bind "tcp://127.0.0.1:$port" "$here/config.ru"
  ;;
*)
  echo "no server named $name" >&2
  exit 2
  ;;
esac
