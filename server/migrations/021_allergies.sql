-- Anaphylaxis is a severity of its own: it is shown before every other allergy.
alter table history_entry drop constraint history_entry_severity_check;
alter table history_entry add constraint history_entry_severity_check
  check (severity in ('mild', 'moderate', 'severe', 'anaphylaxis'));

-- Why a medicine was prescribed that matches an allergy of the patient; null when none matched.
alter table prescription add column allergy_reason text check (char_length(allergy_reason) between 10 and 500);
