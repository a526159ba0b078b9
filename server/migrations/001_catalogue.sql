-- Clinicians and the hours they offer. Products live in the content service; `product_id` is the content's id.

-- `specialty` and `bio` hold a text a language, {"es": "…"}; `experience` and `studies` a list a
-- language, {"es": ["…"]}.
create table clinician (
  id                  uuid primary key,
  name                text not null,
  specialty           jsonb not null,
  registration_number text not null,
  languages           text[] not null,
  bio                 jsonb not null,
  experience          jsonb not null,
  studies             jsonb not null,
  photo_url           text,
  hue                 integer not null check (hue between 0 and 359),
  time_zone           text not null,
  buffer_minutes      integer not null default 0 check (buffer_minutes between 0 and 15),
  created_at          timestamptz not null default now()
);

-- Who gives which product.
create table clinician_product (
  clinician_id uuid not null references clinician,
  product_id   text not null,
  primary key (clinician_id, product_id)
);

-- Weekly hours in the clinician's own time zone; a break is the gap between two rows. 1 is Monday (ISO).
create table clinician_hours (
  clinician_id uuid not null references clinician,
  weekday      integer not null check (weekday between 1 and 7),
  starts       time not null,
  ends         time not null,
  primary key (clinician_id, weekday, starts),
  constraint ends_after_it_starts check (ends > starts)
);

-- A day off, or hours of its own, instead of the weekly ones. No row of hours: the whole day is off.
create table clinician_exception (
  id           uuid primary key default gen_random_uuid(),
  clinician_id uuid not null references clinician,
  day          date not null,
  starts       time,
  ends         time,
  constraint hours_or_none check ((starts is null) = (ends is null)),
  constraint ends_after_it_starts check (ends > starts)
);
create index exceptions_of_clinician on clinician_exception (clinician_id, day);

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
