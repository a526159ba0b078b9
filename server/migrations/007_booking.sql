-- From symptoms to a held time, and who waits for a sooner one.

-- For times that must not overlap.
create extension if not exists btree_gist;

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

-- What a booking becomes. The key is a capability: only its hash is stored.
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
  -- The code that was typed for a booking; a guest's stays when they sign in.
  promo_code_id  uuid references promo_code,
  -- Keyed hash of where a guest's cart came from: a stranger cannot empty a calendar with many carts.
  source         bytea,
  -- Set while an order is made of it: nothing may change then.
  ordered_at     timestamptz,
  created_at     timestamptz not null default clock_timestamp(),
  changed_at     timestamptz not null default clock_timestamp()
);
create index carts_of_account on cart (account_id);
-- Looked for with every booking: no slower when there are a million of them.
create index guest_carts_of_source on cart (source, changed_at) where (account_id is null);
-- Carts that were left stay for ever, without what was told in them: only those that still hold something are looked
-- for, every fifteen seconds, not each that was ever left.
create index carts_to_forget on cart (changed_at)
  where (ordered_at is null and (summary is not null or symptoms <> '[]'));

-- Held, paying and booked time of a clinician never overlap, whichever way the patient came (product 5.4).
-- `during` ends after the clinician's buffer, so that the pause is guarded by the same constraint.
create table slot_claim (
  id           uuid primary key default gen_random_uuid(),
  clinician_id uuid not null references clinician,
  cart_id      uuid not null references cart,
  -- A patient cannot be in two scheduled consultations at once. Set while a slot is paid for or booked; cleared when the
  -- consultation ends, because a consultation that ended early leaves the rest of its slot free for another one.
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
  -- A released claim that kept its time to expire has run out; one without was given back.
  constraint only_held_claims_expire check (case state when 'held' then expires_at is not null when 'released' then
    true else expires_at is null end)
);
create unique index one_live_claim_a_cart on slot_claim (cart_id) where (state in ('held', 'paying'));
create index claims_of_clinician on slot_claim (clinician_id, starts_at) where (state <> 'released');
create index claims_of_cart on slot_claim (cart_id, locked_at desc);
create index held_claims on slot_claim (expires_at) where (state = 'held');
-- A booking has one booked time, and while somebody waits for it, it has it: neither a race nor a bug takes it away.
create unique index one_booked_claim_a_cart on slot_claim (cart_id) where (state = 'booked');

create function keep_booked_time() returns trigger language plpgsql as $$
begin
  if exists (select 1 from consultation where claim_id = new.id and status in ('QUEUED', 'ACTIVE')
      and not exists (select 1 from slot_claim where id = new.id and state = 'booked')) then
    raise exception 'a consultation has lost its time' using errcode = 'check_violation', constraint = 'booked_time_is_kept';
  end if;
  return null;
end $$;
create constraint trigger booked_time_is_kept after update of state on slot_claim deferrable initially deferred
  for each row when (old.state = 'booked' and new.state <> 'booked') execute function keep_booked_time();
create trigger nobody_takes_time_away before insert on slot_claim
  for each row when (new.state <> 'released') execute function refuse_time_away();
create trigger nobody_is_booked_away before update of state on slot_claim
  for each row when (new.state = 'booked' and old.state <> 'booked') execute function refuse_time_away();

-- Who wants to hear when a time sooner than the next free one frees up, in the order in which they asked.
create table waitlist_wish (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid not null references account,
  patient_id   uuid references patient,
  product_id   text not null,
  product_slug text not null,
  product_name text not null,
  -- Nobody in particular: whoever gives the product.
  clinician_id uuid references clinician,
  -- Only a time before this one is sooner.
  wanted_until timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'offered', 'missed')),
  -- Holds the time that is offered, with a claim like any other.
  cart_id      uuid unique references cart,
  offered_at   timestamptz,
  created_at   timestamptz not null default clock_timestamp(),
  unique (account_id, product_id),
  constraint cart_once_offered check ((state = 'waiting') = (cart_id is null)),
  constraint offered_with_a_cart check ((cart_id is null) = (offered_at is null))
);
create index waitlist_line on waitlist_wish (created_at, id) where (state = 'waiting');
