-- What may be woken is a browser, or the app on Android or on an iPhone (docs/decisions/0086). What was there are browsers.
alter table push_device rename column endpoint to address;
alter table push_device rename constraint push_device_endpoint_key to push_device_address_key;
alter table push_device rename constraint push_device_endpoint_check to push_device_address_check;
alter table push_device
  add column kind text not null default 'web' check (kind in ('web', 'fcm', 'apns')),
  alter column p256dh drop not null,
  alter column auth drop not null,
  -- The keys are a browser's: an app has none.
  add check (num_nulls(p256dh, auth) = case kind when 'web' then 0 else 2 end);
alter table push_device alter column kind drop default;
