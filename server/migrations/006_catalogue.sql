-- Clinicians and the hours they offer. Products live in the content service; `product_id` is the content's id.

-- For times that must not overlap.
create extension if not exists btree_gist;

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

-- What stands before it refers to it.
alter table staff add foreign key (clinician_id) references clinician;
alter table staff_invitation add foreign key (clinician_id) references clinician on delete set null;

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

-- When a clinician is away, whatever their hours say: those stay as they are, so that what ends early gives them back.
-- Why is in the audit alone: it may be of somebody's health. Of two managers at once one wins.
create table clinician_absence (
  id            uuid primary key default gen_random_uuid(),
  clinician_id  uuid not null references clinician,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null,
  entered_by    uuid not null references staff,
  entered_at    timestamptz not null default clock_timestamp(),
  -- Before it began: as if it had never been.
  taken_back_at timestamptz,
  constraint one_absence_at_a_time
    exclude using gist (clinician_id with =, tstzrange(starts_at, ends_at) with &&) where (taken_back_at is null),
  constraint ends_after_it_starts check (ends_at > starts_at)
);
create index absences_to_come on clinician_absence (clinician_id, ends_at) where (taken_back_at is null);

create function is_away(clinician uuid, begins timestamptz, ends timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from clinician_absence a where a.clinician_id = clinician and a.taken_back_at is null
    and a.starts_at < ends and a.ends_at > begins)
$$;

-- Nobody is booked into an absence, by whichever road. Whoever enters one has the clinician's row to themselves, so that a
-- time is either taken before, and found by them, or asked for after, and refused as one that somebody else has.
create function refuse_time_away() returns trigger language plpgsql as $$
begin
  perform 1 from clinician where id = new.clinician_id for key share;
  if is_away(new.clinician_id, new.starts_at, new.ends_at) then
    raise exception 'the clinician is away then' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
