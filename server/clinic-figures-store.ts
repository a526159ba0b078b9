import type { Db } from './kit/db/db.ts'

export const OPEN_PAYMENTS = ['intended', 'processing', 'pending', 'on hold'] as const

export interface ClinicFigures {
  jobs: readonly { job: string; due: number; oldestSeconds: number; dead: number }[]
  payments: readonly { state: (typeof OPEN_PAYMENTS)[number]; count: number; oldestSeconds: number }[]
  waiting: number
  longestWaitSeconds: number
  ringing: number
  ongoing: number
}

/** A scrape must not hold the database up. */
const TIMEOUT = '2s'

/** Figures of the whole clinic for monitoring, in one statement of counts. */
export const findClinicFigures = (db: Db): Promise<ClinicFigures> =>
  db.begin('read only', async (tx) => {
    await tx`select set_config('statement_timeout', ${TIMEOUT}, true)`
    const [row] = await tx<ClinicFigures[]>`
      with age_of_jobs as (
        select task_identifier as job, attempts >= max_attempts as dead,
          attempts < max_attempts and locked_at is null and run_at <= clock_timestamp() as due, run_at
        from graphile_worker.jobs),
      queue as (
        select job, count(*) filter (where due)::int as due, count(*) filter (where dead)::int as dead,
          coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where due)), 0)::float8 as "oldestSeconds"
        from age_of_jobs group by job),
      payment as (
        select case when on_hold_at is not null then 'on hold' else state end as state, count(*)::int as count,
          extract(epoch from clock_timestamp() - min(created_at))::float8 as "oldestSeconds"
        from payment_attempt where on_hold_at is not null or state in ('intended', 'processing', 'pending')
        group by 1),
      waiting as (
        select count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(queued_at)), 0)::float8 as longest
        from consultation
        where type = 'on-demand' and status = 'QUEUED' and after_hours_since is null),
      call as (
        select bool_or(role = 'patient' and socket_id is not null) and bool_or(role = 'clinician' and socket_id is not null) as ongoing
        from call_participant where connection = 'main' and seen_at > clock_timestamp() - interval '1 minute'
        group by consultation_id having bool_or(socket_id is not null))
      select (select coalesce(json_agg(queue), '[]') from queue) as jobs,
        (select coalesce(json_agg(payment), '[]') from payment) as payments,
        waiting.count as waiting, waiting.longest as "longestWaitSeconds",
        (select count(*)::int from call where ongoing) as ongoing,
        (select count(*)::int from call where not ongoing) as ringing
      from waiting`
    if (!row) throw new Error('the figures of the clinic are missing')
    return row
  })
