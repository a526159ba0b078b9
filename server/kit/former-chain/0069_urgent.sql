-- What a patient answered may mean an emergency: the server marks those answers when they are ordered (`withUrgent` of
-- core/booking/questions/asked.ts), and a patient who gave one stands before all others who wait.
alter table consultation add column is_urgent boolean not null
  generated always as (jsonb_path_exists(symptoms, '$[*].urgent')) stored;
