-- outside a transaction
-- Coverage of the FHIR API and a patient's payments name the patient.
create index concurrently subscriptions_of_patient on subscription (patient_id);
