-- What looks every few seconds for work that was left lying reads what is due, and not all that lives.

-- When a subscription is to be looked at next, from what its row says. Seconds alone are added, which are as long in every
-- time zone: hence the same answer for ever.
create function subscription_due(
  wish text, status text, activation_url text, period_end timestamptz, looked_at timestamptz, changed_at timestamptz
) returns timestamptz language sql immutable parallel safe as $$
  select case
    when wish is not null then looked_at
    -- A page for a card that nobody came back from is asked about less and less often: each time after a tenth of its age.
    when status = 'PENDING' or activation_url is not null
      then looked_at + make_interval(secs => (greatest(0, extract(epoch from looked_at - changed_at)) / 9)::float8)
    when status = 'PAUSED' or period_end is null then looked_at + interval '24 hours'
    -- A period that is over without news, and each living one once a day.
    else least(looked_at + interval '24 hours', greatest(period_end, looked_at + interval '10 minutes'))
  end
$$;
create index subscriptions_due on subscription (
  subscription_due(wish, status, activation_url, current_period_end, coalesce(looked_at, created_at), changed_at)
) where (quarantined_at is null and (wish is not null or status not in ('CANCELED', 'EXPIRED')));

-- Those that are being signed are under way too: without them the index answered nothing.
drop index prescriptions_under_way;
create index prescriptions_under_way on prescription (changed_at) where (state in ('signing', 'sending', 'cancelling'));

create index news_by_age on news (created_at);
