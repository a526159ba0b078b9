-- How clinicians share the work of a desk (docs/decisions/0047).

-- Who is at the desk and still not to be counted on: on a pause until a time, or off until they say so or sign in again.
alter table staff
  add column away text check (away in ('paused', 'off')),
  add column away_since timestamptz,
  add column away_until timestamptz,
  add check ((away is null) = (away_since is null)),
  add check ((away is not distinct from 'paused') = (away_until is not null)),
  add check (away_until > away_since);
