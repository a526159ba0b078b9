-- outside a transaction
-- A clinician finds the people they attended by name: of each patient with such a name, whether they held a consultation of theirs.
create index concurrently consultations_of_holder on consultation (held_by, patient_id) where held_by is not null;
