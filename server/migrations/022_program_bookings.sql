-- Bookings that a partner's program made with its API key (docs/decisions/0202).
create table program_booking (
  id          uuid primary key default gen_random_uuid(),
  key_id      uuid not null references api_key,
  -- The program's own number: the same one again is the same booking.
  reference   text not null check (char_length(reference) between 1 and 80),
  patient_id  uuid not null references patient,
  product_id  text not null,
  clinician_id uuid not null references clinician,
  starts_at   timestamptz not null,
  -- What the patient must still do; empty when the program's request was enough.
  needs       text[] not null,
  -- Set with the hold of the time.
  cart_id     uuid unique references cart,
  created_at  timestamptz not null default clock_timestamp(),
  unique (key_id, reference)
);
create index program_bookings_of_patient on program_booking (patient_id);

-- Who did it: a member of staff, or a program.
alter table audit alter column staff_id drop not null;
alter table audit add column key_id uuid references api_key;
alter table audit add constraint audit_of_one check (num_nonnulls(staff_id, key_id) = 1) not valid;
