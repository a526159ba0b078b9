-- What a day brought, for the live board: the append-only record has one row of these for every consultation that ended.
create index endings_by_moment on consultation_action (at)
  where (type in ('CLOSED', 'CLOSED_WITH_ERROR', 'UNASSIGNED', 'CANCELLED'));
