-- Clinicians and the hours they offer. Products live in the content service; `product_id` is the content's id.

-- `specialty` and `bio` hold a text for each language, {"es": "…"}; `experience` and `studies` hold a list for each
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

-- Which clinician offers which product.
create table clinician_product (
  clinician_id uuid not null references clinician,
  product_id   text not null,
  primary key (clinician_id, product_id)
);

-- Weekly hours in the clinician's own time zone; a break is the gap between two rows. Weekday 1 is Monday (ISO).
create table clinician_hours (
  clinician_id uuid not null references clinician,
  weekday      integer not null check (weekday between 1 and 7),
  starts       time not null,
  ends         time not null,
  primary key (clinician_id, weekday, starts),
  constraint ends_after_it_starts check (ends > starts)
);

-- One day with other hours than the weekly ones. A row without hours: the clinician is off for the whole day.
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

-- A clinician's public photo, scaled to the sizes of screens at upload; `clinician.photo_url` is the beginning of its
-- address (decision 0120). A clinician has at most eight rows of a few kilobytes.
create table clinician_photo (
  clinician_id uuid not null references clinician on delete cascade,
  -- Random part of the address: a new photo gets a new address, and the address does not reveal whose it is.
  name         text not null check (name ~ '^[0-9a-f]{32}$'),
  width        smallint not null check (width in (40, 64, 128, 320)),
  type         text not null check (type in ('avif', 'jpeg')),
  bytes        bytea not null check (octet_length(bytes) between 1 and 262144),
  drawn_at     timestamptz not null default clock_timestamp(),
  primary key (clinician_id, width, type),
  unique (name, width, type)
);
