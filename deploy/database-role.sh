#!/bin/sh
# For compose.yaml: the role of API and worker, which owns no table, and that of a patient's request. PostgreSQL's image runs it once, at its first start.
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$DATABASE_PASSWORD" << 'SQL'
create role cuida login password :'password';
create role cuida_patient role cuida;
SQL
