-- 0053_tries_of_ones_own.sql: what strangers may spend is not what the owner needs (decision 0066).

-- Devices from which somebody has signed in completely, as hashes of the ids that we signed for them: their tries are
-- their own. An address was shared by whole clinics, and told colleagues who is a patient; no device follows from one,
-- so everybody is known again from their next sign-in on.
drop table known_source;
create table known_device (
  -- Of an account, or of a member of staff.
  owner_id    uuid not null,
  device_hash bytea not null,
  seen_at     timestamptz not null default clock_timestamp(),
  primary key (owner_id, device_hash)
);
create index known_devices_by_age on known_device (seen_at);

-- Who asked for a code: anybody; somebody signed in, for a number or an address that they want; who gave the password;
-- a device that the owner has signed in from. Each has codes of its own, and none voids another's.
alter table verification add column asker text not null default 'stranger'
  check (asker in ('stranger', 'account', 'password', 'device'));
update verification set asker = case when purpose = 'mfa' then 'password' else 'account' end
  where purpose in ('mfa', 'change', 'email');
alter table code_sent add column asker text not null default 'stranger'
  check (asker in ('stranger', 'account', 'password', 'device'));
update code_sent c set asker = v.asker from verification v where v.id = c.verification_id and v.asker <> 'stranger';
