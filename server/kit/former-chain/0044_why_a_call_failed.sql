-- Why each try came to nothing, where somebody said so; the consultation keeps that of the last one (0036).
alter table consultation_action
  add column failed_for text check (failed_for in ('NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION')),
  add check (failed_for is null or type like '%\_CALL\_FAILED' or type like '%\_CALL\_ENDED');
