#!/bin/sh
# Base backups and WAL archive of one Debian PostgreSQL cluster with pgBackRest (docs/backup.md). As root on the database machine:
#   point-in-time.sh set-up            turns the archive on, restarts PostgreSQL, checks the archive, first full backup
#   point-in-time.sh full | diff       a base backup, which also deletes what is older than the retention
#   point-in-time.sh restore [MOMENT]  to a moment ("2026-01-31 14:05:00+00"), or to the last archived one
set -eu

config=${CONFIG:-/etc/pgbackrest.conf}
version=${VERSION:-$(ls /etc/postgresql)}
cluster=${CLUSTER:-main}

as_postgres() { (cd / && runuser --user postgres -- "$@"); }
backrest() { as_postgres pgbackrest --config="$config" --stanza=cuida "$@"; }
port() { pg_conftool -s "$version" "$cluster" show port; }
ask() { as_postgres psql --port="$(port)" --no-psqlrc --tuples-only --no-align --command="$1" postgres; }

case "${1:-}" in
  set-up)
    pg_conftool "$version" "$cluster" set wal_level replica
    pg_conftool "$version" "$cluster" set archive_mode on
    pg_conftool "$version" "$cluster" set archive_command "pgbackrest --config=$config --stanza=cuida archive-push %p"
    # A quiet clinic archives this often too: with the copy itself at most 60 s of work can be lost.
    pg_conftool "$version" "$cluster" set archive_timeout "${ARCHIVE_SECONDS:-30}"
    pg_ctlcluster "$version" "$cluster" restart
    backrest stanza-create
    backrest check
    backrest --type=full backup
    ;;
  full | diff)
    backrest --type="$1" backup
    ;;
  restore)
    pg_ctlcluster "$version" "$cluster" stop --mode fast 2> /dev/null || true
    data=$(pg_conftool -s "$version" "$cluster" show data_directory)
    install --directory --owner=postgres --group=postgres --mode=0700 "$data"
    # Files that are left are compared with the backup; an empty folder has none.
    delta=$([ ! -e "$data/PG_VERSION" ] || echo --delta)
    if [ -n "${2:-}" ]; then
      backrest $delta --type=time --target="$2" --target-action=promote restore
    else
      backrest $delta restore
    fi
    pg_ctlcluster "$version" "$cluster" start
    while [ "$(ask 'select pg_is_in_recovery()' 2> /dev/null)" != f ]; do
      pg_ctlcluster "$version" "$cluster" status > /dev/null || {
        echo "PostgreSQL stopped during the recovery: see its log. A moment after the last archived one is refused." >&2
        exit 1
      }
      sleep 1
    done
    echo "PostgreSQL runs. Now: cuida restore --database-is-restored (docs/backup.md)."
    ;;
  *)
    sed --quiet '2,5s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
