-- outside a transaction
-- Whose consultations were rated: a profile is read by strangers, and must not look through everybody's (decision 0121).
create index concurrently consultations_to_rate on consultation (clinician_id) where (status in ('CLOSED', 'CLOSED_WITH_ERROR'));
