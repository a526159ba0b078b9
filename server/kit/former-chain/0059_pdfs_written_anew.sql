-- What is kept of a PDF is written anew. Those from before lie as they came, and are written anew each time they are opened;
-- so is one that says nothing of itself.
alter table consultation_document
  add column is_anew    boolean not null default false,
  -- It came with a digital signature, which what is kept no longer has: whoever opens it is told.
  add column was_signed boolean not null default false;
update consultation_document set is_anew = true where type = 'image/jpeg';
