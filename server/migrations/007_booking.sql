-- Booking: absences, carts, slot holds and the waitlist.

-- For exclusion constraints on times.
create extension if not exists btree_gist;

-- Absence of a clinician. It leaves the weekly hours untouched, so that ending it early restores them. The reason is in
-- the audit log alone: it may be health data. Of two concurrent, overlapping entries one fails.
create table clinician_absence (
  id            uuid primary key default gen_random_uuid(),
  clinician_id  uuid not null references clinician,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null,
  entered_by    uuid not null references staff,
  entered_at    timestamptz not null default clock_timestamp(),
  -- Cancelled before it began: it has no effect.
  withdrawn_at timestamptz,
  constraint one_absence_at_a_time
    exclude using gist (clinician_id with =, tstzrange(starts_at, ends_at) with &&) where (withdrawn_at is null),
  constraint ends_after_it_starts check (ends_at > starts_at)
);
create index absences_to_come on clinician_absence (clinician_id, ends_at) where (withdrawn_at is null);

create function is_away(clinician uuid, begins timestamptz, ends timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from clinician_absence a where a.clinician_id = clinician and a.withdrawn_at is null
    and a.starts_at < ends and a.ends_at > begins)
$$;

-- No slot can be booked during an absence. Entering an absence locks the clinician's row exclusively, so that a
-- concurrent booking either commits first and is found by the absence, or is refused here.
create function refuse_time_away() returns trigger language plpgsql as $$
begin
  perform 1 from clinician where id = new.clinician_id for key share;
  if is_away(new.clinician_id, new.starts_at, new.ends_at) then
    raise exception 'the clinician is away then' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;

-- A booking before it is ordered. The session key grants access to it; only its hash is stored.
create table cart (
  id             uuid primary key default gen_random_uuid(),
  key_hash       bytea not null unique,
  product_id     text not null,
  account_id     uuid references account,
  patient_id     uuid references patient,
  symptoms       jsonb not null default '[]',
  summary        text check (char_length(summary) <= 1000),
  contact_method text check (contact_method in ('phone', 'video')),
  clinician_id   uuid references clinician,
  age_confirmed  boolean not null default false,
  -- The promo code that was typed; a guest's cart keeps it at sign-in.
  promo_code_id  uuid references promo_code,
  -- Keyed hash of a guest's client address: limits how many slots one client can hold with many carts.
  source         bytea,
  -- Set when an order was created from it: the cart cannot change any more.
  ordered_at     timestamptz,
  created_at     timestamptz not null default clock_timestamp(),
  changed_at     timestamptz not null default clock_timestamp()
);
create index carts_of_account on cart (account_id);
-- Read with every booking: stays fast with a million carts.
create index guest_carts_of_source on cart (source, changed_at) where (account_id is null);
-- Abandoned carts keep their row but lose their answers. This index holds only carts that still have some, because a job
-- looks for them every fifteen seconds.
create index carts_to_forget on cart (changed_at)
  where (ordered_at is null and (summary is not null or symptoms <> '[]'));

-- Slots of a clinician that are held, being paid or booked never overlap, whatever created them (product 5.4). `during`
-- includes the clinician's buffer after the slot.
create table slot_hold (
  id           uuid primary key default gen_random_uuid(),
  clinician_id uuid not null references clinician,
  cart_id      uuid not null references cart,
  -- A patient cannot be in two scheduled consultations at once. Set while a slot is being paid or booked; cleared when
  -- the consultation ends, because one that ends early frees the rest of its slot.
  patient_id   uuid references patient,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  during       tstzrange not null check (not isempty(during)),
  state        text not null check (state in ('held', 'paying', 'booked', 'released')),
  locked_at    timestamptz not null default clock_timestamp(),
  expires_at   timestamptz,
  exclude using gist (clinician_id with =, during with &&) where (state <> 'released'),
  constraint one_consultation_a_patient
    exclude using gist (patient_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('paying', 'booked')),
  constraint ends_after_it_starts check (ends_at > starts_at),
  -- A released hold with `expires_at` has expired; one without was released on request.
  constraint only_held_slots_expire check (case state when 'held' then expires_at is not null when 'released' then
    true else expires_at is null end)
);
create unique index one_live_hold_a_cart on slot_hold (cart_id) where (state in ('held', 'paying'));
create index slot_holds_of_clinician on slot_hold (clinician_id, starts_at) where (state <> 'released');
create index slot_holds_of_cart on slot_hold (cart_id, locked_at desc);
create index held_slots on slot_hold (expires_at) where (state = 'held');
-- A booking has one booked slot, and keeps it while its consultation is waiting or under way: the trigger below refuses
-- to release it.
create unique index one_booked_hold_a_cart on slot_hold (cart_id) where (state = 'booked');

create function keep_booked_time() returns trigger language plpgsql as $$
begin
  if exists (select 1 from consultation where slot_hold_id = new.id and status in ('QUEUED', 'ACTIVE')
      and not exists (select 1 from slot_hold where id = new.id and state = 'booked')) then
    raise exception 'a consultation has lost its time' using errcode = 'check_violation', constraint = 'booked_time_is_kept';
  end if;
  return null;
end $$;
create constraint trigger booked_time_is_kept after update of state on slot_hold deferrable initially deferred
  for each row when (old.state = 'booked' and new.state <> 'booked') execute function keep_booked_time();
create trigger nobody_takes_time_away before insert on slot_hold
  for each row when (new.state <> 'released') execute function refuse_time_away();
create trigger nobody_is_booked_away before update of state on slot_hold
  for each row when (new.state = 'booked' and old.state <> 'booked') execute function refuse_time_away();

-- Waitlist: patients who want an earlier slot, in order of request.
create table waitlist_entry (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid not null references account,
  patient_id   uuid references patient,
  product_id   text not null,
  product_slug text not null,
  product_name text not null,
  -- Null: any clinician who offers the product.
  clinician_id uuid references clinician,
  -- Only a slot before this one is offered.
  wanted_until timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'offered', 'missed')),
  -- Cart that holds the offered slot.
  cart_id      uuid unique references cart,
  offered_at   timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  unique (account_id, product_id),
  constraint cart_once_offered check ((state = 'waiting') = (cart_id is null)),
  constraint offered_with_a_cart check ((cart_id is null) = (offered_at is null))
);
create index waitlist_line on waitlist_entry (created_at, id) where (state = 'waiting');
