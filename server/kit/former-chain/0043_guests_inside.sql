-- Looked through every few seconds for guests whose server process died; there is hardly ever one.
create index guests_inside on call_guest (consultation_id) where joined_at is not null and left_at is null;
