import type { Channel } from '@cuida/core/brand/channel.ts'
import {
  DEFAULT_QUIET_HOURS,
  type NotificationChoice,
  NotificationTopic,
  type Quiet,
} from '@cuida/core/notifications/choice/notifications.ts'
import type { Sql } from '../../kit/db/db.ts'

export interface NotificationSettings extends NotificationChoice {
  quiet: Quiet | null
  /** IANA name of the account's device; null until one has reported it. */
  timeZone: string | null
  /** The number answered STOP, so the provider sends it no SMS. */
  textsStopped: boolean
}

/** The default: all topics by SMS and e-mail, with quiet hours at night. */
export const defaultNotificationSettings: NotificationSettings = {
  channels: ['email', 'sms'],
  topics: NotificationTopic.options,
  quiet: DEFAULT_QUIET_HOURS,
  timeZone: null,
  textsStopped: false,
}

export interface ChoiceRow {
  /** Null: no settings are stored. */
  channels: Exclude<Channel, 'push'>[] | null
  topics: NotificationTopic[]
  quietFrom: string | null
  quietUntil: string | null
  timeZone: string | null
  textsStopped: boolean
}

export const choiceOf = (sql: Sql, accountId: string) => sql<ChoiceRow[]>`
  select channels, topics, quiet_from as "quietFrom", quiet_until as "quietUntil", a.time_zone as "timeZone",
    texts_stopped_at is not null as "textsStopped"
  from account a left join notification_settings c on c.account_id = a.id where a.id = ${accountId}`

export async function findNotificationSettings(sql: Sql, accountId: string): Promise<NotificationSettings> {
  const [row] = await choiceOf(sql, accountId)
  return notificationSettingsOf(row)
}

export function notificationSettingsOf(row: ChoiceRow | null | undefined): NotificationSettings {
  if (!row?.channels) return { ...defaultNotificationSettings, timeZone: row?.timeZone ?? null }
  const { channels, quietFrom: from, quietUntil: until, ...choice } = row
  return { ...choice, channels, quiet: from !== null && until !== null ? { from, until } : null }
}

/** Saves all settings. Choosing SMS again after STOP resumes it, unless the number still refuses. */
export async function saveNotificationSettings(
  sql: Sql,
  accountId: string,
  choice: Omit<NotificationSettings, 'textsStopped'>,
): Promise<void> {
  const { channels, topics, quiet, timeZone } = choice
  await sql`
    with reported as (update account set time_zone = coalesce(${timeZone}, time_zone) where id = ${accountId})
    insert into notification_settings (account_id, channels, topics, quiet_from, quiet_until)
    values (${accountId}, ${[...channels]}, ${[...topics]}, ${quiet?.from ?? null}, ${quiet?.until ?? null})
    on conflict (account_id) do update set
      texts_stopped_at = case when 'sms' = any(excluded.channels) and not 'sms' = any(notification_settings.channels) then null
        else notification_settings.texts_stopped_at end,
      channels = excluded.channels, topics = excluded.topics, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, changed_at = clock_timestamp()`
}

/** After STOP: sends no SMS to this account until it chooses SMS again. */
export async function stopSms(sql: Sql, accountId: string): Promise<void> {
  const { channels, topics, quiet } = defaultNotificationSettings
  await sql`
    insert into notification_settings (account_id, channels, topics, quiet_from, quiet_until, texts_stopped_at)
    values (${accountId}, ${channels.filter((each) => each !== 'sms')}, ${[...topics]}, ${quiet?.from ?? null},
      ${quiet?.until ?? null}, clock_timestamp())
    on conflict (account_id) do update set channels = array_remove(notification_settings.channels, 'sms'),
      texts_stopped_at = clock_timestamp()`
}

/** The patient who holds the account; undefined once they left. */
export async function findHolderId(sql: Sql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from patient where account_id = ${accountId} and deleted_at is null`
  return row?.id
}
