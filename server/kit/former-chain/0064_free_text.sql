-- What a patient writes freely may be as long as the partner's maximumLengthAllowed says, of which this is the most. What is
-- there already is never longer than before.
alter table consultation_rating
  drop constraint consultation_rating_comment_check,
  add check (char_length(comment) between 1 and 10000) not valid;
alter table edit_request
  drop constraint edit_request_text_check,
  add check (char_length(text) between 10 and 10000) not valid;
-- Why an entry changed may be in the words of the patient who asked for it.
alter table history_entry
  drop constraint history_entry_reason_check,
  add check (char_length(reason) between 1 and 10000) not valid;
alter table question
  drop constraint question_text_check,
  add check (char_length(text) between 10 and 10000) not valid;
