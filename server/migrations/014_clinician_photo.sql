-- The portrait of who gives care, as everybody may see it: drawn in the sizes of screens when it is put there, and asked for
-- by the address that `clinician.photo_url` begins (decision 0120). Rows of a few kilobytes, and no more than eight of anybody.
create table clinician_photo (
  clinician_id uuid not null references clinician on delete cascade,
  -- Names it in its address, by lot: another picture never has it, and it says nothing of whose it is.
  name         text not null check (name ~ '^[0-9a-f]{32}$'),
  width        smallint not null check (width in (40, 64, 128, 320)),
  type         text not null check (type in ('avif', 'jpeg')),
  bytes        bytea not null check (octet_length(bytes) between 1 and 262144),
  drawn_at     timestamptz not null default clock_timestamp(),
  primary key (clinician_id, width, type),
  unique (name, width, type)
);
