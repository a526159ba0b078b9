-- What a patient says of a consultation that is over: one a consultation, theirs to change.
create table consultation_rating (
  consultation_id uuid primary key references consultation,
  stars           smallint not null check (stars between 1 and 5),
  comment         text check (char_length(comment) between 1 and 1000),
  rated_at        timestamptz not null default now()
);
