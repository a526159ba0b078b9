import type { Channel } from '@cuida/core/brand/channel.ts'
import { type Choice, NewsTopic, type Quiet, USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import type { Sql } from '../../kit/db/db.ts'

export interface NewsChoice extends Choice {
  quiet: Quiet | null
  /** IANA name; null is the clinic's. */
  timeZone: string | null
  /** The vendor takes no texts for this number: somebody answered STOP. */
  textsStopped: boolean
}

/** Who has chosen nothing hears of everything by text and e-mail, and is left asleep. */
export const usualChoice: NewsChoice = {
  channels: ['email', 'sms'],
  topics: NewsTopic.options,
  quiet: USUAL_QUIET,
  timeZone: null,
  textsStopped: false,
}

export interface ChoiceRow {
  channels: Exclude<Channel, 'push'>[]
  topics: NewsTopic[]
  quietFrom: string | null
  quietUntil: string | null
  timeZone: string | null
  textsStopped: boolean
}

export const choiceOf = (sql: Sql, accountId: string) => sql<ChoiceRow[]>`
  select channels, topics, quiet_from as "quietFrom", quiet_until as "quietUntil", time_zone as "timeZone",
    texts_stopped_at is not null as "textsStopped"
  from news_choice where account_id = ${accountId}`

export async function findChoice(sql: Sql, accountId: string): Promise<NewsChoice> {
  const [row] = await choiceOf(sql, accountId)
  return madeOf(row)
}

/** Who has no row has chosen nothing. */
export function madeOf(row: ChoiceRow | null | undefined): NewsChoice {
  if (!row) return usualChoice
  const { quietFrom: from, quietUntil: until, ...choice } = row
  return { ...choice, quiet: from !== null && until !== null ? { from, until } : null }
}

/** Saves all of it; asking for texts again begins them again, should the number take them. */
export async function saveChoice(sql: Sql, accountId: string, choice: Omit<NewsChoice, 'textsStopped'>): Promise<void> {
  const { channels, topics, quiet, timeZone } = choice
  await sql`
    insert into news_choice (account_id, channels, topics, quiet_from, quiet_until, time_zone)
    values (${accountId}, ${[...channels]}, ${[...topics]}, ${quiet?.from ?? null}, ${quiet?.until ?? null}, ${timeZone})
    on conflict (account_id) do update set
      texts_stopped_at = case when 'sms' = any(excluded.channels) and not 'sms' = any(news_choice.channels) then null
        else news_choice.texts_stopped_at end,
      channels = excluded.channels, topics = excluded.topics, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, changed_at = clock_timestamp()`
}

/** The vendor says that this number wants no texts: nothing is sent there until its owner asks for them again. */
export async function stopTexts(sql: Sql, accountId: string): Promise<void> {
  const { channels, topics, quiet } = usualChoice
  await sql`
    insert into news_choice (account_id, channels, topics, quiet_from, quiet_until, texts_stopped_at)
    values (${accountId}, ${channels.filter((each) => each !== 'sms')}, ${[...topics]}, ${quiet?.from ?? null},
      ${quiet?.until ?? null}, clock_timestamp())
    on conflict (account_id) do update set channels = array_remove(news_choice.channels, 'sms'),
      texts_stopped_at = clock_timestamp()`
}
