-- A clinician's own day reads every booked hour of it, whatever has become of the consultation.
create index day_of_clinician on consultation (clinician_id, starts_at) where (starts_at is not null);
