-- Who is to begin anew comes in by their link and by nothing else (docs/decisions/0061): since when; null of everybody else.
alter table staff add column link_due_since timestamptz;
